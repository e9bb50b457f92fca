import type { Connection, Engine, EngineList } from '@inlay/protocol/connection';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { Page } from '@inlay/protocol/pagination';
import { Button } from '@inlay/ui/button';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { Skeleton } from '@inlay/ui/skeleton';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { navigate, query } from '../../router.ts';
import { connectTitle } from './connect-title.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionTestCard } from './connection-test-card.tsx';
import { TableTree } from './table-tree.tsx';

const back = { to: '/connections', title: 'Connections' };

export function ConnectionScreen({ id }: { readonly id: string }): VNode {
  return id === 'new' ? <NewConnection /> : <ShownConnection key={id} id={id} />;
}

function NewConnection(): VNode {
  const { data: engines, error, reload } = useAnswer<EngineList>('engines');
  const asked = query.value.get('kind');
  const engine = engines?.data.find(({ name }) => name === asked);
  return (
    <Screen
      back={back}
      title={engine ? connectTitle(engine) : 'Add a connection'}
      intro={engine ? engine.about : 'What holds the data?'}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!engines && !error && <Skeleton lines={4} />}
      {engine && <ConnectionForm key={engine.name} engine={engine} onSaved={created} />}
      {engines && !engine && (
        <ul class="app-grid">
          {engines.data.map((each) => (
            <EngineCard key={each.name} engine={each} />
          ))}
        </ul>
      )}
    </Screen>
  );
}

function created({ id, name }: Connection): void {
  showToast(`${name} is saved. Test it now.`);
  navigate(`/connections/${encodeURIComponent(id)}`, { unasked: true });
}

function EngineCard({ engine: { name, label, about } }: { readonly engine: Engine }): VNode {
  return (
    <li class="app-card">
      <Link to={`/connections/new?kind=${name}`}>{label}</Link>
      <p class="muted">{about}</p>
    </li>
  );
}

function ShownConnection({ id }: { readonly id: string }): VNode {
  const path = `connections/${encodeURIComponent(id)}`;
  const { data: connection, error, reload, replace } = useAnswer<Connection>(path);
  const engines = useAnswer<EngineList>('engines');
  const engine = engines.data?.data.find(({ name }) => name === connection?.kind);
  const users = useAnswer<Page<DatasetDto>>(`datasets?connection=${encodeURIComponent(id)}&limit=50`);
  const [removing, setRemoving] = useState(false);
  return (
    <Screen
      back={back}
      title={connection?.name ?? 'Connection'}
      {...(engine ? { intro: engine.label } : {})}
      actions={
        connection && (
          <>
            <Link to={`/datasets/new?connection=${encodeURIComponent(id)}`} class="ui-button">
              Create a dataset
            </Link>
            <Button variant="danger" onClick={() => setRemoving(true)}>
              Delete …
            </Button>
          </>
        )
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {engines.error && <Trouble error={engines.error} onRetry={engines.reload} />}
      {!connection && !error && <Skeleton lines={6} />}
      {connection && (
        <div class="stack">
          <ConnectionTestCard connection={connection} />
          {engine && engine.fields.length > 0 && (
            <ConnectionForm
              key={connection.version}
              engine={engine}
              connection={connection}
              onSaved={(saved) => {
                replace(saved);
                showToast(`${saved.name} is saved.`);
              }}
            />
          )}
          <UsedBy datasets={users.data?.data} />
          {engine && <TableTree id={connection.id} engine={engine} />}
        </div>
      )}
      {removing && connection && (
        <ConfirmDialog
          title={`Delete ${connection.name}?`}
          action="Delete the connection"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await ask('DELETE', path);
            showToast(`${connection.name} is deleted.`);
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
    <section class="ui-card" aria-label="Used by">
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
