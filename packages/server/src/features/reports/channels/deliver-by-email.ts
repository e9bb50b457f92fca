import { MailError } from '../../../platform/mail/mail-error.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import { findMailServer, readMailLook } from '../../mail/index.ts';
import { reportMail } from '../message/report-mail.ts';
import { ReportError } from '../store/report-error.ts';
import type { DeliveryServices, ReportDelivery } from './report-delivery.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

/** Sends an email through the tenant's server, or the operator's. */
export async function deliverByEmail(services: DeliveryServices, delivery: ReportDelivery): Promise<void> {
  const { time } = services;
  const { subscription, jobId: id, signal, beforeSend } = delivery;
  const server = await findMailServer(services, subscription.tenant_id);
  if (!server)
    throw new ReportError(
      'delivery-failed',
      'retry',
      'There is no mail server. An administrator can enter one in the mail settings.',
    );
  try {
    await sendMail(server, await compose(services, delivery), { time, signal, id, beforeSend });
  } catch (error) {
    throw error instanceof MailError ? explain(error) : error;
  }
}

async function compose(
  services: DeliveryServices,
  { subscription, report, recipient: to }: ReportDelivery,
): Promise<MailMessage> {
  const { tenant_id: tenantId, id: subscriptionId } = subscription;
  const look = await readMailLook(services, tenantId, report.language);
  if (!look) throw new ReportError('internal', 'fail', 'The tenant was deleted.');
  const url = unsubscribeUrl(
    services.vault,
    { id: tenantId, url: look.url },
    { subscriptionId, recipient: to },
  );
  return reportMail(report, { to, look, unsubscribeUrl: url });
}

function explain({ message, isTemporary, mayHaveArrived }: MailError): ReportError {
  if (mayHaveArrived) return new ReportError('outcome-unknown', 'unknown', message);
  return new ReportError('delivery-failed', isTemporary ? 'retry' : 'fail', message);
}
