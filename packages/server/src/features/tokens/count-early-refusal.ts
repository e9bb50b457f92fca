import type { Services } from '../../services.ts';
import { countRefusal } from '../audit/index.ts';
import type { ClientAction } from './client-action.ts';
import type { OAuthError } from './oauth-error.ts';

/** A request that was refused before its client could prove anything still shows in the tenant's audit. */
export async function countEarlyRefusal(
  { store, clock, settings, usage }: Services,
  realm: string,
  action: ClientAction,
  { reason }: OAuthError,
): Promise<void> {
  const tenant = settings.remembered(realm) ?? (await settings.read(realm));
  if (!tenant) return;
  if (action === 'token.issue') usage.count(tenant.tenantId, clock(), 'refusal', reason);
  await store.write((transaction) => countRefusal(transaction, tenant.tenantId, clock(), { action, reason }));
}
