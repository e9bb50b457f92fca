import type { EmbedRequest } from '../../embeds/request/embed-request.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

export interface AlertEvent {
  readonly headline: string;
}
export interface AlertMemory {
  readonly checks: number;
}

/** Stub: fires at every third check. */
export async function checkAlert(
  request: EmbedRequest,
  subscription: StoredSubscription,
  memory: AlertMemory | null,
  _now: number,
): Promise<{ readonly memory: AlertMemory; readonly event: AlertEvent | null }> {
  const checks = (memory?.checks ?? 0) + 1;
  void request;
  return {
    memory: { checks },
    event: checks % 3 === 1 ? { headline: `${subscription.title} ${checks}` } : null,
  };
}
