import type { Connection, Engine, EngineList } from '@inlay/protocol/connection';
import type { Page } from '@inlay/protocol/pagination';
import { Badge } from '@inlay/ui/badge';
import { EmptyState } from '@inlay/ui/empty-state';
import { Table } from '@inlay/ui/table';
import type { VNode } from 'preact';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Screen } from '../../parts/screen.tsx';
import { WaysIn } from './ways-in.tsx';

export function ConnectionsScreen(): VNode {
  const connections = useAnswer<Page<Connection>>(listPath('connections', []));
  const engines = useAnswer<EngineList>('engines').data?.data ?? [];
  return (
    <Screen
      title="Connections"
      intro="Where your data is. Inlay asks there and copies nothing; datasets say what can be asked."
      actions={
        <Link to="/connections/new" class="ui-button ui-button-primary">
          Add a connection
        </Link>
      }
    >
      <Listed answer={connections} of="connection" lines={4} empty={<NoConnections />}>
        {(found) => <ConnectionTable connections={found} engines={engines} />}
      </Listed>
    </Screen>
  );
}

interface ConnectionTableProps {
  readonly connections: readonly Connection[];
  readonly engines: readonly Engine[];
}

function ConnectionTable({ connections, engines }: ConnectionTableProps): VNode {
  const engineOf = ({ kind }: Connection) => engines.find(({ name }) => name === kind);
  return (
    <Table>
      <thead>
        <tr>
          <th>Connection</th>
          <th>Kind</th>
          <th class="wide">Where</th>
          <th class="wide">Changed</th>
        </tr>
      </thead>
      <tbody>
        {connections.map((connection) => (
          <tr key={connection.id}>
            <td>
              <Link to={`/connections/${encodeURIComponent(connection.id)}`}>{connection.name}</Link>
              {connection.reads.length > 0 && <div class="small muted">Depends on who is looking</div>}
            </td>
            <td class="keep">
              <Badge tone="neutral">{engineOf(connection)?.label ?? connection.kind}</Badge>
            </td>
            <td class="wide ui-mono">{whereOf(connection, engineOf(connection))}</td>
            <td class="wide keep">
              <Moment at={connection.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function NoConnections(): VNode {
  return (
    <EmptyState title="No data yet">
      <p>Connect a database, or upload a file: both take a minute.</p>
      <WaysIn />
    </EmptyState>
  );
}

/** The address of a database as people write it; of other engines, what is typed into their text fields. */
function whereOf(connection: Connection, engine: Engine | undefined): string {
  if (!engine) return '';
  if (engine.readsFiles) return 'this server';
  const { host, port, database } = connection;
  if (typeof host === 'string')
    return `${host}${port === null ? '' : `:${port}`}${database === null ? '' : `/${database}`}`;
  return engine.fields
    .filter(({ type }) => type === 'text')
    .map(({ name }) => connection[name])
    .filter((value) => typeof value === 'string')
    .join(', ');
}
