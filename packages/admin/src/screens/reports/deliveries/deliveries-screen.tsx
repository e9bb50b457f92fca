import type { Delivery } from '@inlay/content/subscription';
import { Segments } from '@inlay/ui/controls/segments';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { VNode } from 'preact';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import type { Column } from '../../../parts/list/columns.tsx';
import { ResourceTable } from '../../../parts/list/resource-table.tsx';
import { Breakable } from '../../../parts/text/breakable.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { query, setQuery } from '../../../router.ts';
import {
  DELIVERY_FILTERS,
  type DeliveryFilter,
  deliveryCount,
  deliveryFilter,
  deliveryList,
} from '../queries.ts';
import { ReportPage } from '../report-page.tsx';
import { DeliveryBadge } from '../state-badge.tsx';
import { canResend, DueText } from './delivery-items.tsx';
import { ResendButton } from './resend-button.tsx';

/** What could not be sent, and emails of which nobody knows whether they arrived. */
export function DeliveriesScreen(): VNode {
  const { deliveries: t, states } = useMessages('reportAdmin');
  const deliveries = useQuery(deliveryList(query.value));
  const filter = deliveryFilter(query.value);
  const failed = useQuery(deliveryCount('failed')).data?.meta.total;
  const unknown = useQuery(deliveryCount('unknown')).data?.meta.total;
  const counts: Readonly<Partial<Record<DeliveryFilter, number | undefined>>> = { failed, unknown };
  return (
    <ReportPage tab="deliveries">
      <div class="report-filter">
        <Segments
          label={t.state}
          value={filter}
          options={DELIVERY_FILTERS.map((value) => ({
            value,
            label: value === 'all' ? t.all : states[value],
            ...(counts[value] !== undefined && { count: counts[value] }),
          }))}
          onChange={(value) => setQuery({ state: value === 'failed' ? '' : value, page: '' })}
        />
      </div>
      <p class="ui-muted report-intro">{t.about[filter]}</p>
      <ResourceTable
        query={deliveries}
        of={t.count}
        lines={5}
        empty={<EmptyState title={t.none[filter]} />}
        columns={useColumns(filter, deliveries.reload)}
      />
    </ReportPage>
  );
}

function useColumns(filter: DeliveryFilter, reload: () => void): readonly Column<Delivery>[] {
  const t = useMessages('reportAdmin').deliveries;
  // Where all have the same one, it says nothing.
  const hasStates = filter === 'all';
  const badge = ({ state, reason, kind }: Delivery) => (
    <DeliveryBadge state={state} reason={reason} isCheck={kind === 'check'} />
  );
  return [
    {
      title: t.message,
      cell: (delivery) => (
        <>
          <Link to={`/reports/${delivery.subscriptionId}`}>{delivery.title}</Link>
          {delivery.recipient !== null && (
            <div class="ui-small ui-muted">
              <Breakable text={delivery.recipient} />
            </div>
          )}
          {hasStates && <div class="ui-narrow">{badge(delivery)}</div>}
          <div class="ui-small ui-narrow">{delivery.reason}</div>
          <div class="ui-small ui-muted ui-narrow">
            <DueText delivery={delivery} />
          </div>
        </>
      ),
    },
    {
      title: t.due,
      class: 'ui-wide ui-keep',
      cell: (delivery) => <DueText delivery={delivery} />,
    },
    { title: t.reason, class: 'ui-wide', cell: ({ reason }) => reason },
    ...(hasStates ? [{ title: t.state, class: 'ui-wide ui-keep', cell: badge }] : []),
    {
      title: <span class="ui-visually-hidden">{t.actions}</span>,
      class: 'ui-keep',
      cell: (delivery) => canResend(delivery) && <ResendButton delivery={delivery} onSent={reload} />,
    },
  ];
}
