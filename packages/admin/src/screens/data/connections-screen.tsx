import type { Connection, Engine } from '@inlay/protocol/connection';
import type { VNode } from 'preact';
import { engineList } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Screen } from '../../parts/screen.tsx';
import { query } from '../../router.ts';
import { connectionList } from './queries.ts';
import { WaysIn } from './ways-in.tsx';

export function ConnectionsScreen(): VNode {
  const connections = useQuery(connectionList(query.value));
  const engines = useQuery(engineList).data?.data ?? [];
  return (
    <Screen
      title="Connections"
      intro="Where your data is. Inlay asks there and copies nothing; datasets say what can be asked."
      actions={
        <Link to="/connections/new" class="button button-main">
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
    <div class="table-box">
      <table class="table">
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
              <td class="wide mono">{whereOf(connection, engineOf(connection))}</td>
              <td class="wide keep">
                <Moment at={connection.updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoConnections(): VNode {
  return (
    <Empty title="No data yet">
      <p>Connect a database, or upload a file: both take a minute.</p>
      <WaysIn />
    </Empty>
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
