import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import type { AlertEvent } from '../alerts/alert-event.ts';
import type { AlertMemory } from '../alerts/alert-memory.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

const memoryPurpose = (subscriptionId: string) => `alert memory ${subscriptionId}`;
/** Of the subscription, not of the job: a message that is sent again reports the same. */
const eventPurpose = (subscriptionId: string) => `alert event ${subscriptionId}`;

type Owner = Pick<StoredSubscription, 'tenant_id' | 'id'>;

/** What an alert remembers and reports is data of the viewer, and sealed where it is stored. */
export const sealMemory = (vault: Vault, { tenant_id, id }: Owner, memory: AlertMemory): string =>
  vault.seal(tenant_id, memoryPurpose(id), JSON.stringify(memory));

export const openMemory = (
  vault: Vault,
  { tenant_id, id, sealed_alert_state: sealed }: Owner & Pick<StoredSubscription, 'sealed_alert_state'>,
): AlertMemory | null =>
  sealed === null ? null : (JSON.parse(vault.open(tenant_id, memoryPurpose(id), sealed)) as AlertMemory);

export const sealEvent = (vault: Vault, { tenant_id, id }: Owner, event: AlertEvent): string =>
  vault.seal(tenant_id, eventPurpose(id), JSON.stringify(event));

export const openEvent = (
  vault: Vault,
  { tenant_id, subscription_id, sealed }: Pick<ReportJobRow, 'tenant_id' | 'subscription_id' | 'sealed'>,
): AlertEvent => JSON.parse(vault.open(tenant_id, eventPurpose(subscription_id), sealed ?? '')) as AlertEvent;
