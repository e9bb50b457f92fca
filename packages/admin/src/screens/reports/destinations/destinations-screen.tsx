import type { CreatedDestination, Destination } from '@inlay/protocol/report-settings';
import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useNamed } from '../../../api/named.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import type { Column } from '../../../parts/list/columns.tsx';
import { ResourceTable } from '../../../parts/list/resource-table.tsx';
import { lazy } from '../../../parts/page/lazy.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { Moment } from '../../../parts/text/moment.tsx';
import { navigate, query, setQuery } from '../../../router.ts';
import { can } from '../../../session/can.ts';
import { destinationList } from '../queries.ts';
import { GuideLink, ReportPage } from '../report-page.tsx';
import { SecretShown } from '../secret-shown.tsx';
import { loadDestinationDialog } from './load-destination-dialog.ts';

const DestinationDialog = lazy(loadDestinationDialog, 0);

/** Where reports can go besides email. */
export function DestinationsScreen({ id }: { readonly id?: string }): VNode {
  const t = useMessages('reportAdmin').destinations;
  const destinations = useQuery(destinationList(query.value));
  const [created, setCreated] = useState<CreatedDestination>();
  const isNew = query.value.has('new');
  const close = () => {
    if (isNew) setQuery({ new: '' });
    else navigate('/reports/destinations', { unasked: true });
  };
  const add = can('settings:write') && (
    <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
      {t.add}
    </Button>
  );
  return (
    <ReportPage tab="destinations" actions={add}>
      <p class="ui-muted report-intro">
        {t.intro} <GuideLink page="report-destinations">{t.guide}</GuideLink>
      </p>
      {created?.secret && (
        <SecretShown
          key={created.secret}
          title={t.copyNow({ name: created.name })}
          secret={created.secret}
          variable="INLAY_WEBHOOK_SECRET"
        />
      )}
      <ResourceTable
        query={destinations}
        of={t.count}
        lines={4}
        empty={
          <EmptyState title={t.empty}>
            <p>{t.emptyText}</p>
            {add}
          </EmptyState>
        }
        columns={useColumns()}
      />
      {(isNew || id !== undefined) && (
        <DestinationDialog
          key={id}
          id={isNew ? undefined : id}
          onClose={close}
          onDone={(made) => {
            setCreated(made);
            if (made) showToast(t.added({ name: made.name }));
            close();
            destinations.reload();
          }}
        />
      )}
    </ReportPage>
  );
}

function useColumns(): readonly Column<Destination>[] {
  const t = useMessages('reportAdmin').destinations;
  const workspaces = useNamed('workspaces');
  return [
    {
      title: t.name,
      cell: ({ id, name, host }) => (
        <>
          <Link to={`/reports/destinations/${encodeURIComponent(id)}`}>{name}</Link>
          <div class="ui-small ui-muted">{host}</div>
        </>
      ),
    },
    { title: t.kind, class: 'ui-keep', cell: ({ kind }) => <Badge tone="neutral">{t.kinds[kind]}</Badge> },
    {
      title: t.workspace,
      class: 'ui-wide',
      cell: ({ workspaceId }) => workspaces.find(({ id }) => id === workspaceId)?.name ?? workspaceId,
    },
    { title: t.created, class: 'ui-wide ui-keep', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
