import type { Permission } from '@inlay/protocol/permission';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { hotStatement } from '../store/hot-statement.ts';
import type { Store } from '../store/store.ts';
import { isInNetworks } from './networks.ts';
import { tokenHash } from './opaque-token.ts';
import type { KeyPrincipal } from './principal.ts';

const MINUTE = 60_000;

/** Only as a bearer token: a key in a cookie is no login of the admin app. */
export const isApiKey = (bearer: string): boolean => bearer.startsWith('inl_key_');

const findKey = hotStatement<[tenantId: TenantId, hash: string]>()((db, slot) =>
  db
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'token_hash',
      'previous_until',
      'scopes',
      'workspaces',
      'networks',
      'expires_at',
      'last_used_at',
    ])
    .where('tenant_id', '=', slot(0))
    .where((row) => row.or([row('token_hash', '=', slot(1)), row('previous_hash', '=', slot(1))])),
);

/** Reads the key on every request: a revoked one is refused at once, on every node. */
export async function authenticateKey(
  store: Store,
  tenantId: TenantId,
  { key, address }: { readonly key: string; readonly address: string },
  now: number,
): Promise<KeyPrincipal | undefined> {
  const hash = tokenHash(key);
  const [found] = await store.run(findKey, tenantId, hash);
  if (!found || (found.expires_at ?? Number.POSITIVE_INFINITY) <= now) return undefined;
  if (found.token_hash !== hash && (found.previous_until ?? 0) <= now) return undefined;
  if (found.networks !== null && !isInNetworks(address, JSON.parse(found.networks))) return undefined;
  if (now - (found.last_used_at ?? 0) >= MINUTE) await noteUse(store, tenantId, found.id, now);
  return {
    kind: 'key',
    tenantId,
    keyId: found.id,
    name: found.name,
    permissions: new Set(JSON.parse(found.scopes) as Permission[]),
    workspaces: found.workspaces === null ? null : JSON.parse(found.workspaces),
  };
}

/** At most once a minute, so that a busy key does not write on every request. */
async function noteUse(store: Store, tenantId: TenantId, id: string, now: number): Promise<void> {
  await store.write((transaction) =>
    transaction
      .tenant(tenantId)
      .update('api_keys', { last_used_at: now - (now % MINUTE) })
      .where('id', '=', id)
      .execute(),
  );
}
