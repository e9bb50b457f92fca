import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import type { Connection } from '../../api/data.ts';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { connectionKinds } from './connection-kinds.ts';

export function ConnectionsScreen(): VNode {
  const { data: page, error, reload } = useAnswer<Page<Connection>>(listPath('connections', []));
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
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={4} />}
      {page?.data.length === 0 && (
        <Empty title="No data yet">
          <p>Connect a database, or upload a file: both take a minute.</p>
          <div class="row">
            <Link to="/connections/new" class="button button-main">
              Connect a database
            </Link>
            <Link to="/files" class="button">
              Upload a file
            </Link>
          </div>
        </Empty>
      )}
      {page && page.data.length > 0 && (
        <>
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
                {page.data.map((connection) => (
                  <tr key={connection.id}>
                    <td>
                      <Link to={`/connections/${encodeURIComponent(connection.id)}`}>{connection.name}</Link>
                      {connection.reads.length > 0 && (
                        <div class="small muted">reads {connection.reads.join(', ')} of the viewer</div>
                      )}
                    </td>
                    <td class="keep">
                      <Badge tone="neutral">{connectionKinds[connection.kind].title}</Badge>
                    </td>
                    <td class="wide mono">{whereOf(connection)}</td>
                    <td class="wide keep">
                      <Moment at={connection.updatedAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager meta={page.meta} of="connection" />
        </>
      )}
    </Screen>
  );
}

function whereOf({ kind, host, port, database }: Connection): string {
  if (kind === 'duckdb') return 'this server';
  return `${host}${port === null ? '' : `:${port}`}${database === null ? '' : `/${database}`}`;
}
