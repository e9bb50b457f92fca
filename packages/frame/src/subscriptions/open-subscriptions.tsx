import { loadSubscriptionsMessages } from '@inlay/messages/subscriptions';
import { render } from 'preact';
import type { PageContext } from '../page/page-context.ts';
import { SubscriptionsDialog } from './subscriptions-dialog.tsx';

interface Opened {
  /** The dialog opens beside it. */
  readonly near: Element;
  /** What a new subscription is about at first; by default everything. */
  readonly tileId?: string | undefined;
}

/** Opens the viewer's reports and alerts. The focus goes back to where it was. */
export async function openSubscriptions(context: PageContext, { near, tileId = '' }: Opened): Promise<void> {
  const messages = await loadSubscriptionsMessages(context.locale.lang());
  const box = document.createElement('div');
  document.body.append(box);
  const close = () => {
    render(null, box);
    box.remove();
  };
  render(
    <SubscriptionsDialog context={context} messages={messages} near={near} tileId={tileId} onClose={close} />,
    box,
  );
}
