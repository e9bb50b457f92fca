import { fetchBounded } from '../../../platform/egress/fetch-bounded.ts';
import { MailError } from '../../../platform/mail/mail-error.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import type { Services } from '../../../services.ts';
import { findMailServer } from '../../mail/index.ts';
import type { Report } from '../message/report.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

interface Delivery {
  readonly subscription: StoredSubscription;
  readonly report: Report;
  readonly recipient: string;
  readonly jobId: string;
  readonly dueAt: number;
  readonly signal: AbortSignal;
  beforeSend(): Promise<void>;
}

/** Stub. */
export async function deliverReport(services: Services, delivery: Delivery): Promise<void> {
  const { subscription, report, recipient, jobId, dueAt, signal, beforeSend } = delivery;
  const { time, vault, store, egressOf } = services;
  if (subscription.settings.to.kind === 'destination') {
    const row = await store
      .tenant(subscription.tenant_id)
      .selectFrom('report_destinations')
      .selectAll()
      .where('id', '=', recipient)
      .executeTakeFirst();
    if (!row) throw new ReportError('destination-gone', 'end', 'The destination was deleted.');
    await beforeSend();
    try {
      await fetchBounded(
        vault.open(row.tenant_id, `report destination ${row.id}`, row.sealed),
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'inlay-delivery': jobId },
          body: JSON.stringify({ subscription: subscription.id, dueAt, title: report.title }),
          checkStatus: (status) => {
            if (status >= 300) throw new Error(`status ${status}`);
          },
        },
        { egress: egressOf(subscription.tenant_id), timeoutMs: 10_000, maxBytes: 65_536, time, signal },
      );
    } catch (error) {
      throw new ReportError('delivery-failed', 'retry', 'The webhook does not respond.', { cause: error });
    }
    return;
  }
  const server = await findMailServer(services, subscription.tenant_id);
  if (!server) throw new ReportError('delivery-failed', 'retry', 'There is no mail server.');
  const text = report.sections.map((each) => each.title).join('\n');
  const message = {
    to: recipient,
    subject: report.title,
    text,
    html: `<p>${text}</p>`,
    headers: { 'X-Inlay-Subscription': subscription.id, 'X-Inlay-Due': String(dueAt) },
  };
  try {
    await sendMail(server, message, { time, id: jobId, signal, beforeBody: beforeSend });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const isUnknown = error.message.includes('may have arrived');
    throw new ReportError(
      'delivery-failed',
      isUnknown ? 'unknown' : error.isTemporary ? 'retry' : 'fail',
      error.message,
      { cause: error },
    );
  }
}
