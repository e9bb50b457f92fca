import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Vault } from '../vault/vault.ts';
import { cookieName, readCookie, setCookie } from './cookies.ts';

interface FlowContext {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly vault: Vault;
  readonly tenantId: TenantId;
  readonly now: number;
}

/**
 * What a browser has to bring back to finish what it started, such as the state of a sign-in at an identity provider:
 * sealed for a tenant and a purpose, so that nothing is stored for people who are not signed in.
 */
export interface FlowCookie<Data> {
  /** The header that sets it. */
  start(context: FlowContext, data: Data): string;
  /** What this browser started, if that was not too long ago. */
  read(context: FlowContext, request: FastifyRequest): Data | undefined;
  /** The header that removes it. */
  end(context: Pick<FlowContext, 'config'>): string;
}

/**
 * @param options.sameSite `Lax` where another site sends the browser back with GET, or else `Strict`
 */
export function defineFlowCookie<Data>(
  purpose: string,
  { lifetimeMs, sameSite }: { readonly lifetimeMs: number; readonly sameSite: 'Lax' | 'Strict' },
): FlowCookie<Data> {
  const sealedFor = `flow ${purpose}`;
  const cookie = ({ publicUrl }: FlowContext['config'], value: string, seconds: number) =>
    setCookie(publicUrl, purpose, { value, seconds, sameSite });
  return {
    start({ config, vault, tenantId, now }, data) {
      const sealed = vault.seal(tenantId, sealedFor, JSON.stringify({ data, endsAt: now + lifetimeMs }));
      return cookie(config, sealed, lifetimeMs / 1000);
    },

    read({ config, vault, tenantId, now }, request) {
      const value = readCookie(request, cookieName(config.publicUrl, purpose));
      if (value === undefined) return undefined;
      try {
        const { data, endsAt } = JSON.parse(vault.open(tenantId, sealedFor, value));
        return endsAt > now ? data : undefined;
      } catch {
        // Of another tenant or purpose, made up, or sealed with a former master key.
        return undefined;
      }
    },

    end: ({ config }) => cookie(config, '', 0),
  };
}
