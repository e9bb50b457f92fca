import type { AlertDryRun } from '@inlay/content/subscription';
import type { EmbedRequest } from '../../embeds/index.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/** When an alert would have fired in the past. */
export async function dryRun(
  _request: EmbedRequest,
  _subscription: StoredSubscription,
): Promise<AlertDryRun> {
  return { checks: [], fired: 0 };
}
