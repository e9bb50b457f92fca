import type { Delivery } from '@inlay/content/subscription';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { VNode } from 'preact';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import type { Column } from '../../../parts/list/columns.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { Filters } from '../../../parts/list/filters.tsx';
import { NothingMatches } from '../../../parts/list/nothing-matches.tsx';
import { ResourceTable } from '../../../parts/list/resource-table.tsx';
import { Breakable } from '../../../parts/text/breakable.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { query } from '../../../router.ts';
import { deliveryList } from '../queries.ts';
import { ReportPage } from '../report-page.tsx';
import { DeliveryBadge } from '../state-badge.tsx';
import { canResend, DueText } from './delivery-items.tsx';
import { ResendButton } from './resend-button.tsx';

/** What could not be sent, and emails of which nobody knows whether they arrived. */
export function DeliveriesScreen(): VNode {
  const { deliveries: t, states } = useMessages('reportAdmin');
  const deliveries = useQuery(deliveryList(query.value));
  const isFiltered = query.value.has('state');
  return (
    <ReportPage tab="deliveries">
      <p class="ui-muted report-intro">{t.intro}</p>
      <Filters shown={isFiltered || (deliveries.data?.data.length ?? 0) > 0}>
        <FilterSelect
          name="state"
          label={t.state}
          options={[
            ['', t.allStates],
            ['failed', states.failed],
            ['unknown', states.unknown],
          ]}
        />
      </Filters>
      <ResourceTable
        query={deliveries}
        of={t.count}
        lines={5}
        empty={isFiltered ? <NothingMatches title={t.noMatch} filters={['state']} /> : <NoDeliveries />}
        columns={useColumns(deliveries.reload)}
      />
    </ReportPage>
  );
}

function NoDeliveries(): VNode {
  const t = useMessages('reportAdmin').deliveries;
  return (
    <EmptyState title={t.empty}>
      <p>{t.emptyText}</p>
    </EmptyState>
  );
}

function useColumns(reload: () => void): readonly Column<Delivery>[] {
  const t = useMessages('reportAdmin').deliveries;
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
    { title: t.state, class: 'ui-keep', cell: ({ state }) => <DeliveryBadge state={state} /> },
    {
      title: <span class="ui-visually-hidden">{t.actions}</span>,
      class: 'ui-keep',
      cell: (delivery) => canResend(delivery) && <ResendButton delivery={delivery} onSent={reload} />,
    },
  ];
}
