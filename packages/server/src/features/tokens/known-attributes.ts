import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ListQueries } from '../../platform/store/store.ts';

/** Enough to have met every attribute that the customer's servers sign. */
const SAMPLED = 500;

/**
 * The attributes that viewers have had lately: those of signed contexts that were exchanged for a token, and those of
 * users. Tokens are sampled by the hash of their `jti`, whose index also finds them; previews have none, and would know
 * every attribute that an administrator has mistyped.
 */
export async function knownAttributes(
  queries: ListQueries,
  tenantId: TenantId,
): Promise<ReadonlySet<string>> {
  const own = queries.tenant(tenantId);
  const tokens = await own
    .selectFrom('embed_tokens')
    .select('context')
    .where('jti_hash', 'is not', null)
    .orderBy('jti_hash')
    .limit(SAMPLED)
    .execute();
  const users = await own
    .selectFrom('users')
    .select('attributes')
    .where('attributes', '!=', '{}')
    .limit(SAMPLED)
    .execute();
  const contexts = tokens.map(({ context }) => JSON.parse(context) as { readonly attributes?: object });
  const all = [
    ...contexts.map(({ attributes }) => attributes),
    ...users.map(({ attributes }) => JSON.parse(attributes) as object),
  ];
  return new Set(all.flatMap((attributes) => Object.keys(attributes ?? {})));
}
