import type { Delivery } from '@inlay/content/subscription';
import type { Page } from '@inlay/protocol/pagination';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import type { QueryResult } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { ItemList } from '../../../parts/list/item-list.tsx';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { Breakable } from '../../../parts/text/breakable.tsx';
import { Moment } from '../../../parts/text/moment.tsx';
import { can } from '../../../session/can.ts';
import { DeliveryBadge } from '../state-badge.tsx';
import { ResendButton } from './resend-button.tsx';

interface DeliveryItemsProps {
  readonly query: Pick<QueryResult<Page<Delivery>>, 'data' | 'error' | 'reload'>;
  readonly label: string;
  /** Instead of an empty list. */
  readonly none: string;
}

/** The deliveries of one subscription, the latest first. */
export function DeliveryItems({ query, label, none }: DeliveryItemsProps): VNode {
  const { data, error, reload } = query;
  if (error) return <Trouble error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={3} />;
  if (data.data.length === 0) return <p class="ui-muted">{none}</p>;
  return (
    <ItemList label={label}>
      {data.data.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} onSent={reload} />
      ))}
    </ItemList>
  );
}

interface DeliveryItemProps {
  readonly delivery: Delivery;
  readonly onSent: () => void;
}

function DeliveryItem({ delivery, onSent }: DeliveryItemProps): VNode {
  const { kind, state, recipient, reason } = delivery;
  return (
    <li>
      <div>
        <div class="ui-row">
          <DeliveryBadge state={state} reason={reason} isCheck={kind === 'check'} />
          {recipient !== null && <Breakable text={recipient} />}
        </div>
        <p class="ui-small ui-muted">
          <DueText delivery={delivery} />
        </p>
        {reason !== null && <p class="ui-small">{reason}</p>}
      </div>
      {canResend(delivery) && <ResendButton delivery={delivery} onSent={onSent} />}
    </li>
  );
}

/** When it was due, whether it was a test, and how often it was tried if more than once. */
export function DueText({ delivery: { dueAt, kind, attempts } }: Pick<DeliveryItemProps, 'delivery'>): VNode {
  const t = useMessages('reportAdmin').deliveries;
  return (
    <>
      <Moment at={dueAt} />
      {kind === 'test' && ` · ${t.test}`}
      {attempts > 1 && ` · ${t.attempts({ count: attempts })}`}
    </>
  );
}

/** A check that was skipped comes again by itself. */
export const canResend = ({ state, kind }: Delivery): boolean =>
  (state === 'failed' || state === 'unknown' || (state === 'skipped' && kind !== 'check')) &&
  can('reports:write');
