import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { EmbedRequest } from '../../embeds/index.ts';
import { openSubscription } from '../message/open-subscription.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { JobAttempt } from './job-attempt.ts';

/** The content of a subscription, unless the author of its embed no longer allows what it does. Throws `ReportError`. */
export async function openForJob(
  { services, signal }: Pick<JobAttempt, 'services' | 'signal'>,
  subscription: StoredSubscription,
  viewer: EmbedPrincipal,
): Promise<EmbedRequest> {
  const request = await openSubscription(services, subscription, viewer, signal);
  const { alerts = true, ownAddressOnly = false } = request.embed.options?.subscriptions ?? {};
  const { kind, settings } = subscription;
  if (kind === 'alert' && !alerts)
    throw new ReportError('reports-off', 'skip', 'Alerts are turned off for the embed.');
  if (settings.to.kind === 'destination' && ownAddressOnly)
    throw new ReportError(
      'recipient-not-allowed',
      'fail',
      'The embed no longer allows destinations. Send it to your own email address instead.',
    );
  return request;
}
