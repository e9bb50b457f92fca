import type { Subscription, SubscriptionOptions, Subscriptions } from '@inlay/content/subscription';
import type { SubscriptionsMessages } from '@inlay/messages/subscriptions';
import type { PageContext } from '../../page/page-context.ts';
import type { SubscriptionsApi } from './subscriptions-api.ts';

/** What the parts of the dialog share. */
export interface SubscriptionUi {
  readonly context: PageContext;
  readonly api: SubscriptionsApi;
  readonly messages: SubscriptionsMessages;
  readonly lang: string;
  readonly options: SubscriptionOptions;
  /** What the page shows. */
  readonly content: Subscriptions['content'];
}

/** Whether a subscription is to what the page shows: others of the embed are changed where they are shown. */
export const isHere = (
  { content: { kind, id } }: Pick<SubscriptionUi, 'content'>,
  { content }: Pick<Subscription, 'content'>,
): boolean => content.kind === kind && content.id === id;
