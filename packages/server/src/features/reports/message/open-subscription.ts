import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Services } from '../../../services.ts';
import type { EmbedRequest } from '../../embeds/index.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/** The content of a subscription as its viewer opens it. */
export async function openSubscription(
  _services: Services,
  _subscription: StoredSubscription,
  _viewer: EmbedPrincipal,
  _signal: AbortSignal,
): Promise<EmbedRequest> {
  throw new ReportError('internal', 'retry', 'Not available.');
}
