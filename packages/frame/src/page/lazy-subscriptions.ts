import type { PageContext } from './page-context.ts';
import { showNotice } from './show-notice.ts';

/** Where the host does not enable subscriptions, nothing of them is loaded. */
const load = () => import('../subscriptions/index.ts');

/** Opens the viewer's reports and alerts beside an element, for a new one of this tile or of everything. */
export function subscribe(context: PageContext, near: Element, tileId?: string): void {
  load()
    .then(({ openSubscriptions }) => openSubscriptions(context, { near, tileId }))
    .catch(() => setTimeout(showNotice(context.locale.messages().offline), 6_000));
}

/** The button for all of a dashboard or story. A single tile has it in its menu. */
export function showSubscribe(context: PageContext, root: ParentNode, signal?: AbortSignal): void {
  if (context.allows('subscriptions') && context.page.kind !== 'tile')
    void load().then(
      ({ drawSubscribe }) => signal?.aborted || drawSubscribe(context, root, subscribe),
      console.error,
    );
}

type Run = typeof import('../subscriptions/run-subscription-request.ts').runSubscriptionRequest;

export const runSubscriptionRequest: Run = async (...request) =>
  (await load()).runSubscriptionRequest(...request);
