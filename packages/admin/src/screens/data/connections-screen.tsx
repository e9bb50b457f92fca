import type { Connection, Engine } from '@inlay/protocol/connection';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { VNode } from 'preact';
import { engineList } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { ResourceTable } from '../../parts/list/resource-table.tsx';
import { AddDataLinks } from '../../parts/page/add-data-links.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { query } from '../../router.ts';
import { can } from '../../session/can.ts';
import { connectionList } from './queries.ts';

export function ConnectionsScreen(): VNode {
  const t = useMessages('data').connections;
  const connections = useQuery(connectionList(query.value));
  const engines = useQuery(engineList).data?.data ?? [];
  const engineOf = ({ kind }: Connection) => engines.find(({ name }) => name === kind);
  return (
    <Screen
      title={t.title}
      intro={t.intro}
      actions={
        can('data:write') && (
          <Link to="/connections/new" class="ui-button ui-button-primary">
            {t.add}
          </Link>
        )
      }
    >
      <ResourceTable
        query={connections}
        of={t.count}
        lines={4}
        empty={<NoConnections />}
        columns={[
          {
            title: t.connection,
            cell: ({ id, name, reads }) => (
              <>
                <Link to={`/connections/${encodeURIComponent(id)}`}>{name}</Link>
                {reads.length > 0 && <div class="ui-small ui-muted">{t.perViewer}</div>}
              </>
            ),
          },
          {
            title: t.engine,
            class: 'ui-keep',
            cell: (connection) => (
              <Badge tone="neutral">{engineOf(connection)?.label ?? connection.kind}</Badge>
            ),
          },
          {
            title: t.address,
            class: 'ui-wide',
            cell: (connection) => (
              <span class="ui-mono">{addressOf(connection, engineOf(connection)) ?? t.thisServer}</span>
            ),
          },
          { title: t.changed, class: 'ui-wide ui-keep', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        ]}
      />
    </Screen>
  );
}

function NoConnections(): VNode {
  const t = useMessages('data').connections;
  return (
    <EmptyState title={t.empty}>
      <p>{t.emptyHint}</p>
      <AddDataLinks />
    </EmptyState>
  );
}

/** `host:port/database`, or the text fields of engines without a host. Undefined if the data is on this server. */
function addressOf(connection: Connection, engine: Engine | undefined): string | undefined {
  if (!engine) return '';
  if (engine.readsFiles) return undefined;
  const { host, port, database } = connection;
  if (typeof host === 'string')
    return `${host}${port === null ? '' : `:${port}`}${database === null ? '' : `/${database}`}`;
  return engine.fields
    .filter(({ type }) => type === 'text')
    .map(({ name }) => connection[name])
    .filter((value) => typeof value === 'string')
    .join(', ');
}
