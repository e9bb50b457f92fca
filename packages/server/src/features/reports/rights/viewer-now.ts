import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { TokenServices } from '../../tokens/index.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/** The viewer of a subscription with the rights of now. */
export async function viewerNow(
  _services: TokenServices,
  _subscription: StoredSubscription,
  _signal: AbortSignal,
): Promise<EmbedPrincipal> {
  throw new ReportError('internal', 'retry', 'Not available.');
}
