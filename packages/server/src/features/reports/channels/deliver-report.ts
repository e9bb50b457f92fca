import type { DestinationRow } from '../../../platform/store/schema.ts';
import { ReportError } from '../store/report-error.ts';
import { deliverByEmail } from './deliver-by-email.ts';
import { destinationRequest } from './destination-request.ts';
import { findDestination } from './destinations.ts';
import { postToDestination } from './post-to-destination.ts';
import type { DeliveryServices, ReportDelivery } from './report-delivery.ts';
import { webhookPayload } from './webhook-payload.ts';

/** Sends a message once. Resolves when the recipient's server has accepted it; throws `ReportError`. */
export async function deliverReport(services: DeliveryServices, delivery: ReportDelivery): Promise<void> {
  if (delivery.subscription.settings.to.kind === 'email') await deliverByEmail(services, delivery);
  else await deliverToDestination(services, delivery);
}

async function deliverToDestination(services: DeliveryServices, delivery: ReportDelivery): Promise<void> {
  const { vault, time, egressOf } = services;
  const { subscription, report, jobId, signal } = delivery;
  const row = await ownDestination(services, delivery);
  const now = time.now();
  const request = await destinationRequest(vault, row, {
    report,
    payload: webhookPayload(delivery, now),
    idempotencyKey: jobId,
    username: subscription.username,
    now,
  });
  await postToDestination({ time, egress: egressOf(subscription.tenant_id) }, request, signal);
}

/** A destination of another workspace would be another customer's. */
async function ownDestination(
  { store }: DeliveryServices,
  { subscription: { tenant_id, workspace_id }, recipient: id }: ReportDelivery,
): Promise<DestinationRow> {
  const row = await findDestination(store, tenant_id, { id });
  if (row?.workspace_id === workspace_id) return row;
  throw new ReportError(
    'destination-gone',
    'end',
    'The destination was deleted. Choose another one, and save the subscription again.',
  );
}
