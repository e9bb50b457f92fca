import type { Connection, ConnectionKind } from '@inlay/protocol/connection';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Link } from '../../parts/link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { say } from '../../parts/toasts.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { navigate, query } from '../../router.ts';
import { ConnectionForm } from './connection-form.tsx';
import { connectionKinds, kindNames } from './connection-kinds.ts';
import { ConnectionTestCard } from './connection-test-card.tsx';
import { TableTree } from './table-tree.tsx';

const back = { to: '/connections', title: 'Connections' };

export function ConnectionScreen({ id }: { readonly id: string }): VNode {
  return id === 'new' ? <NewConnection /> : <ShownConnection key={id} id={id} />;
}

function NewConnection(): VNode {
  const asked = query.value.get('kind');
  const kind = kindNames.find((each) => each === asked);
  return (
    <Screen
      back={back}
      title={kind ? connectionKinds[kind].command : 'Add a connection'}
      intro={kind ? connectionKinds[kind].about : 'What holds the data?'}
    >
      {kind ? (
        <ConnectionForm key={kind} kind={kind} onSaved={created} />
      ) : (
        <ul class="app-grid">
          {kindNames.map((each) => (
            <KindCard key={each} kind={each} />
          ))}
        </ul>
      )}
    </Screen>
  );
}

function created({ id, name }: Connection): void {
  say(`${name} is saved. Test it now.`);
  navigate(`/connections/${encodeURIComponent(id)}`, { unasked: true });
}

function KindCard({ kind }: { readonly kind: ConnectionKind }): VNode {
  const { title, about } = connectionKinds[kind];
  return (
    <li class="app-card">
      <Link to={`/connections/new?kind=${kind}`}>{title}</Link>
      <p class="muted">{about}</p>
    </li>
  );
}

function ShownConnection({ id }: { readonly id: string }): VNode {
  const path = `connections/${encodeURIComponent(id)}`;
  const { data: connection, error, reload, replace } = useAnswer<Connection>(path);
  const users = useAnswer<Page<DatasetDto>>(`datasets?connection=${encodeURIComponent(id)}&limit=50`);
  const [removing, setRemoving] = useState(false);
  return (
    <Screen
      back={back}
      title={connection?.name ?? 'Connection'}
      {...(connection ? { intro: connectionKinds[connection.kind].title } : {})}
      actions={
        connection && (
          <>
            <Link to={`/datasets/new?connection=${encodeURIComponent(id)}`} class="button">
              Create a dataset
            </Link>
            <Button kind="danger" onPress={() => setRemoving(true)}>
              Delete …
            </Button>
          </>
        )
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!connection && !error && <Skeleton lines={6} />}
      {connection && (
        <div class="stack">
          <ConnectionTestCard connection={connection} />
          {connection.kind !== 'duckdb' && (
            <ConnectionForm
              key={connection.version}
              kind={connection.kind}
              connection={connection}
              onSaved={(saved) => {
                replace(saved);
                say(`${saved.name} is saved.`);
              }}
            />
          )}
          <UsedBy datasets={users.data?.data} />
          <TableTree connection={connection} />
        </div>
      )}
      {removing && connection && (
        <ConfirmDialog
          title={`Delete ${connection.name}?`}
          action="Delete the connection"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await ask('DELETE', path);
            say(`${connection.name} is deleted.`);
            navigate('/connections', { unasked: true });
          }}
        >
          <p>
            The data stays where it is; Inlay forgets the way to it and its password. A connection that
            datasets use cannot be deleted.
          </p>
        </ConfirmDialog>
      )}
    </Screen>
  );
}

function UsedBy({ datasets }: { readonly datasets: readonly DatasetDto[] | undefined }): VNode {
  return (
    <section class="card" aria-label="Used by">
      <h2>Used by</h2>
      {!datasets && <Skeleton lines={1} />}
      {datasets?.length === 0 && <p class="muted">No dataset yet.</p>}
      {datasets && datasets.length > 0 && (
        <ul class="row">
          {datasets.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/datasets/${encodeURIComponent(id)}`} class="chip">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
