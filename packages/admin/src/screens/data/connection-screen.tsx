import type { Engine } from '@inlay/protocol/connection';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { engineList } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Link } from '../../parts/text/link.tsx';
import { navigate, query } from '../../router.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionTestCard } from './connection-test-card.tsx';
import { connectionQuery, datasetsOfConnection } from './queries.ts';
import { TableTree } from './table-tree.tsx';
import { useConnectTitle } from './use-connect-title.ts';

export function ConnectionScreen({ id }: { readonly id: string }): VNode {
  return <SavedConnection key={id} id={id} />;
}

export function NewConnectionScreen(): VNode {
  const t = useMessages('data').connections;
  const connectTitle = useConnectTitle();
  const { data: engines, error, reload } = useQuery(engineList);
  const kind = query.value.get('kind');
  const engine = engines?.data.find(({ name }) => name === kind);
  return (
    <Screen
      back={{ to: '/connections', title: t.title }}
      title={engine ? connectTitle(engine) : t.add}
      intro={engine ? engine.about : t.chooseEngine}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!engines && !error && <Skeleton lines={4} />}
      {engine && (
        <ConnectionForm
          key={engine.name}
          engine={engine}
          onSaved={(connection) => {
            showToast(t.created(connection));
            navigate(`/connections/${encodeURIComponent(connection.id)}`, { unasked: true });
          }}
        />
      )}
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

function EngineCard({ engine: { name, label, about } }: { readonly engine: Engine }): VNode {
  return (
    <li class="ui-box app-card">
      <Link to={`/connections/new?kind=${name}`}>{label}</Link>
      <p class="ui-muted">{about}</p>
    </li>
  );
}

function SavedConnection({ id }: { readonly id: string }): VNode {
  const t = useMessages('data').connections;
  const { data: connection, error, reload, replace } = useSnapshot(connectionQuery(id));
  const engines = useQuery(engineList);
  const engine = engines.data?.data.find(({ name }) => name === connection?.kind);
  const datasets = useQuery(datasetsOfConnection(id));
  return (
    <Screen
      back={{ to: '/connections', title: t.title }}
      title={connection?.name ?? t.connection}
      writes="data:write"
      {...(engine ? { intro: engine.label } : {})}
      actions={
        connection && (
          <>
            <Link to={`/datasets/new?connection=${encodeURIComponent(id)}`} class="ui-button">
              {t.createDataset}
            </Link>
            <ConfirmButton
              label={t.delete}
              title={t.deleteTitle(connection)}
              action={t.deleteAction}
              onConfirm={async () => {
                await api.delete('/connections/{id}', { path: { id } });
                showToast(t.deleted(connection));
                navigate('/connections', { unasked: true });
              }}
            >
              {t.deleteHint}
            </ConfirmButton>
          </>
        )
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {engines.error && <Trouble error={engines.error} onRetry={engines.reload} />}
      {!connection && !error && <Skeleton lines={6} />}
      {connection && (
        <div class="ui-stack">
          <ConnectionTestCard connection={connection} />
          {engine && engine.fields.length > 0 && (
            <ConnectionForm
              engine={engine}
              connection={connection}
              onSaved={(saved) => {
                replace(saved);
                showToast(t.saved(saved));
              }}
            />
          )}
          <UsedBy datasets={datasets.data?.data} />
          {engine && <TableTree id={connection.id} engine={engine} />}
        </div>
      )}
    </Screen>
  );
}

function UsedBy({ datasets }: { readonly datasets: readonly DatasetDto[] | undefined }): VNode {
  const t = useMessages('data').connections;
  return (
    <section class="ui-card" aria-label={t.usedBy}>
      <h2>{t.usedBy}</h2>
      {!datasets && <Skeleton lines={1} />}
      {datasets?.length === 0 && <p class="ui-muted">{t.unused}</p>}
      {datasets && datasets.length > 0 && (
        <ul class="ui-row">
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
