import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import type { ContentActing } from './content-caller.ts';
import { type ContentAddress, findWithApp } from './open-content.ts';

/** An administrator may look at what a viewer works on in a builder; that they did is not a secret. */
export async function notePrivateReading(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  { kind, id }: ContentAddress,
  { as, actor, caller }: ContentActing,
): Promise<void> {
  if (kind !== 'dashboard' || !as.admin) return;
  const { item, isOwned } = await findWithApp(store, tenantId, kind, id);
  if (!isOwned || item.state !== 'draft') return;
  const event = { action: 'dashboard.read-private', actor, target: id, details: { app: item.app_id } };
  await store.write((transaction) => recordEvent(transaction, tenantId, clock(), caller, event));
}

/** The same for a list of them. */
export async function notePrivateListing(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  app: string | undefined,
  { as, actor, caller }: ContentActing,
): Promise<void> {
  if (!as.admin) return;
  const event = { action: 'dashboard.list-private', actor, target: app ?? null };
  await store.write((transaction) => recordEvent(transaction, tenantId, clock(), caller, event));
}
