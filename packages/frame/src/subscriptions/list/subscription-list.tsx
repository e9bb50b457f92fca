import type { Subscription } from '@inlay/content/subscription';
import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import { Tabs } from '@inlay/ui/layout/tabs';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { canSend } from '../data/draft.ts';
import type { SubscriptionUi } from '../data/subscription-ui.ts';
import type { LoadedSubscriptions } from '../data/use-subscriptions.ts';
import { SubscriptionItem } from './subscription-item.tsx';

interface SubscriptionListProps {
  readonly ui: SubscriptionUi;
  readonly loaded: LoadedSubscriptions;
  readonly onNew: () => void;
  readonly onEdit: (subscription: Subscription) => void;
  /** Something has changed; says what. */
  readonly onChanged: (text: string) => Promise<void>;
  readonly onTested: (subscription: Subscription) => Promise<void>;
}

export function SubscriptionList({
  ui,
  loaded,
  onNew,
  onEdit,
  onChanged,
  onTested,
}: SubscriptionListProps): VNode {
  const { messages, options } = ui;
  const [tab, setTab] = useState<'mine' | 'all'>('mine');
  const { all, mine } = loaded;
  const shown = all && tab === 'all' ? all : mine;
  const hasWay = canSend(options);
  const canAdd = options.isAvailable && hasWay;
  const add = (
    <Button variant="primary" onClick={onNew}>
      {messages.new}
    </Button>
  );
  return (
    <>
      {all && (
        <Tabs
          label={messages.title}
          tabs={[
            { key: 'mine', title: messages.mine },
            { key: 'all', title: messages.everyones },
          ]}
          value={tab}
          onChange={setTab}
        />
      )}
      {!canAdd && <Notice tone="neutral">{hasWay ? messages.unavailable : messages.nowhere}</Notice>}
      {shown.length === 0 && canAdd && tab === 'mine' && (
        <EmptyState title={messages.emptyTitle}>
          <p>{messages.empty}</p>
          {add}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <>
          <ul class="inlay-subscriptions-list">
            {shown.map((subscription) => (
              <SubscriptionItem
                key={subscription.id}
                ui={ui}
                subscription={subscription}
                isReadOnly={tab === 'all' || !subscription.isMine}
                onEdit={() => onEdit(subscription)}
                onChanged={onChanged}
                onTested={() => onTested(subscription)}
              />
            ))}
          </ul>
          {canAdd && tab === 'mine' && <div class="ui-dialog-actions">{add}</div>}
        </>
      )}
    </>
  );
}
