import type { AlertCondition, DeliverTo, ReportFormat } from '@inlay/content/subscription';
import type { ViewState } from '@inlay/content/view-state';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { SubscriptionRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';

/** What is stored as JSON. */
export interface SubscriptionSettings {
  readonly schedule: ReportSchedule;
  readonly format: ReportFormat;
  readonly to: DeliverTo;
  readonly alert: AlertCondition | null;
  /** What the viewer saw when they subscribed. */
  readonly state: ViewState;
  readonly variables: Variables;
  /** The viewer's language and time zone, as the embed showed them. */
  readonly language: string;
  readonly timeZone: string;
}

/** A subscription with its settings read. */
export interface StoredSubscription extends Omit<SubscriptionRow, 'settings'> {
  readonly settings: SubscriptionSettings;
}

export const readSubscription = ({ settings, ...row }: SubscriptionRow): StoredSubscription => ({
  ...row,
  settings: JSON.parse(settings) as SubscriptionSettings,
});

export async function findSubscription(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<StoredSubscription | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && readSubscription(row);
}
