import { recordEvent } from '../../../platform/audit/record-event.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import { sendNow, testOf } from './send-now.ts';
import { findOwn, type Saving } from './write-subscriptions.ts';

/** Sends one message now to the viewer who asks for it. */
export function testSubscription(
  { services, viewer, opened, rules, caller, now }: Saving,
  id: string,
): Promise<readonly ReportJobRow[]> {
  return services.store.write(async (transaction) => {
    const row = await findOwn(transaction, { viewer, opened }, id);
    const { ownAddress } = rules.options;
    const jobs = await sendNow(transaction, row, { jobs: [testOf(row, { ownAddress, now })], now });
    await recordEvent(transaction, viewer.tenantId, now, caller, {
      action: 'subscription.run',
      actor: viewer.username,
      target: id,
      details: { embed: row.embed_id, workspace: row.workspace_id, kind: row.kind, test: true },
    });
    return jobs;
  });
}
