import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Vault } from '../../../platform/vault/vault.ts';

/** What a link to unsubscribe is for. */
export interface Unsubscription {
  readonly subscriptionId: string;
  readonly recipient: string;
}

const purpose = 'unsubscribe';

export function unsubscribeUrl(vault: Vault, tenantId: TenantId, base: URL, what: Unsubscription): string {
  return new URL(`/unsubscribe/${vault.seal(tenantId, purpose, JSON.stringify(what))}`, base).href;
}

/** Undefined for a token that this tenant did not issue. */
export function readUnsubscribeToken(
  vault: Vault,
  tenantId: TenantId,
  token: string,
): Unsubscription | undefined {
  try {
    return JSON.parse(vault.open(tenantId, purpose, token)) as Unsubscription;
  } catch {
    return undefined;
  }
}
