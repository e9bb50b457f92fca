import type { TenantId } from '@inlay/protocol/tenant-id';

/** The values that an assertion must carry and that the embed settings show. From configuration, never from a request. */
export interface EmbedIdentifiers {
  readonly issuer: string;
  readonly audiences: readonly [string, ...string[]];
  readonly tokenEndpoint: string;
  /** Of the authorization server itself, for its metadata (RFC 8414). */
  readonly realmUrl: string;
}

export function embedIdentifiers(tenantId: TenantId, instanceUrl: URL): EmbedIdentifiers {
  const path = `/api/auth/realms/${tenantId}`;
  const realmUrl = `${instanceUrl.origin}${path}`;
  const audience = `https://${instanceUrl.host}${path}`;
  return {
    issuer: `https://${tenantId}-embed`,
    audiences: realmUrl === audience ? [audience] : [audience, realmUrl],
    tokenEndpoint: `${realmUrl}/protocol/openid-connect/token`,
    realmUrl,
  };
}
