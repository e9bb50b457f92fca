import type { HostRequests } from '@inlay/protocol/frame-messages';
import { FrameError } from '../frame-error.ts';
import type { PageContext } from '../page/page-context.ts';
import type { SubscriptionRequest } from '../page/subscription-request.ts';
import { currentView } from './data/current-view.ts';
import { tileOf, titleOf } from './data/sent-content.ts';
import { createSubscriptionsApi, type SubscriptionsApi } from './data/subscriptions-api.ts';
import { openSubscriptions } from './open-subscriptions.tsx';

type Value<Type extends SubscriptionRequest['type']> = HostRequests[Type]['value'];

/** Handles a request of the host about the viewer's subscriptions. */
export async function runSubscriptionRequest(
  context: PageContext,
  request: SubscriptionRequest,
): Promise<Value<SubscriptionRequest['type']>> {
  const api = createSubscriptionsApi(context);
  switch (request.type) {
    case 'open-subscriptions': {
      const tileId = request.body?.tileId;
      requireTile(context, tileId);
      await openSubscriptions(context, { near: placeOf(tileId), tileId });
      return null;
    }
    case 'list-subscriptions':
      return (await api.list()).data;
    case 'create-subscription': {
      const { tileId, title, to, format = 'message', alert, schedule } = request.body;
      requireTile(context, tileId);
      return api.create({
        schedule,
        ...(alert && { alert }),
        ...(tileId !== undefined && { tileId }),
        title: title ?? titleOf(context, tileId ?? null),
        to: to ?? (await ownAddress(api)),
        format,
        ...currentView(context, tileId),
      });
    }
    case 'change-subscription': {
      const { subscriptionId, ...change } = request.body;
      return api.change(subscriptionId, change);
    }
    case 'delete-subscription': {
      const { subscriptionId } = request.body;
      const found = (await api.list()).data.find(({ id }) => id === subscriptionId);
      if (!found) throw new FrameError('VALUE_INVALID', 'The viewer has no subscription with this id.');
      await api.remove(found);
      return null;
    }
  }
}

function requireTile(context: PageContext, tileId: string | undefined): void {
  if (tileId !== undefined && !tileOf(context, tileId))
    throw new FrameError('VALUE_INVALID', 'The embed shows no tile with this id.');
}

const placeOf = (tileId: string | undefined): Element =>
  (tileId !== undefined && document.querySelector(`[data-tile="${CSS.escape(tileId)}"]`)) || document.body;

async function ownAddress(api: SubscriptionsApi) {
  const { ownAddress: own } = (await api.list()).options;
  if (own === null)
    throw new FrameError('VALUE_INVALID', 'The context of the viewer has no email address: pass `to`.');
  return { kind: 'email', recipients: [own] } as const;
}
