import type { SubscriptionOptions } from '@inlay/content/subscription';
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
}
