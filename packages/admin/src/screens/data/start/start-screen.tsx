import type { Connection, Engine } from '@inlay/protocol/connection';
import type { DatasetSource } from '@inlay/protocol/dataset';
import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { allApps, allConnections, allDatasets, engineList } from '../../../api/common-queries.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { useTask } from '../../../parts/form/use-task.ts';
import { AddDataLinks } from '../../../parts/page/add-data-links.tsx';
import { adoptStyles } from '../../../parts/page/adopt-styles.ts';
import { Screen } from '../../../parts/page/screen.tsx';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { query } from '../../../router.ts';
import { createFilesConnection } from '../create-files-connection.ts';
import { filesConnection } from './files-connection.ts';
import { type LoadedDrafts, loadDrafts } from './load-drafts.ts';
import { Proposal } from './proposal.tsx';
import { allDashboards } from './queries.ts';
import css from './start.css?inline';
import { sourcesIn } from './start-link.ts';

adoptStyles(css);

/** Proposes datasets, row rules and a dashboard from files or tables, and creates what is accepted (ADR 324). */
export function StartScreen(): VNode {
  const t = useMessages('start');
  const connections = useQuery(allConnections);
  const engines = useQuery(engineList);
  const datasets = useQuery(allDatasets);
  const apps = useQuery(allApps);
  const dashboards = useQuery(allDashboards);
  const all = [connections, engines, datasets, apps, dashboards];
  const failed = all.find(({ error }) => error);
  const sources = sourcesIn(query.value);
  const connection =
    connections.data && engines.data && connectionFor(connections.data.data, engines.data.data, query.value);
  const isUnknown = connections.data && engines.data && !connection;
  if (sources.length === 0 || isUnknown)
    return (
      <Screen title={t.title}>
        <EmptyState title={t.nothing}>
          <p>{t.nothingHint}</p>
          <AddDataLinks />
        </EmptyState>
      </Screen>
    );
  if (failed?.error || !connection || !datasets.data || !apps.data || !dashboards.data)
    return (
      <Screen title={t.title}>
        {failed?.error ? <Trouble error={failed.error} onRetry={failed.reload} /> : <Skeleton lines={6} />}
      </Screen>
    );
  return (
    <Drafts
      key={query.value.toString()}
      connection={connection}
      isSaved={connections.data?.data.some(({ id }) => id === connection.id) ?? false}
      sources={sources}
    />
  );
}

type Target = Pick<Connection, 'id' | 'name' | 'kind'>;

/** The connection in the address, or that for uploaded files, which may not exist yet. */
function connectionFor(
  connections: readonly Connection[],
  engines: readonly Engine[],
  params: URLSearchParams,
): Target | undefined {
  const wanted = params.get('connection');
  if (wanted !== null) return connections.find(({ id }) => id === wanted);
  return filesConnection(connections, engines);
}

interface DraftsProps {
  readonly connection: Target;
  readonly isSaved: boolean;
  readonly sources: readonly DatasetSource[];
}

function Drafts({ connection, isSaved, sources }: DraftsProps): VNode {
  const t = useMessages('start');
  const { measures } = useMessages('data');
  const { actions } = useMessages('admin');
  const taken = useQuery(allDatasets).data?.data ?? [];
  const [loaded, setLoaded] = useState<LoadedDrafts>();
  const { error, run } = useTask();
  const read = () =>
    run(async () => {
      if (!isSaved) await createFilesConnection(connection);
      const ids = new Set(taken.map(({ id }) => id));
      setLoaded(await loadDrafts(connection.id, sources, ids, measures));
    });
  useEffect(() => void read(), []);
  if (loaded) return <Proposal connectionId={connection.id} {...loaded} />;
  return (
    <Screen title={t.title} intro={t.intro}>
      {error ? (
        <Notice tone="bad" title={t.failed}>
          <p>{error.message}</p>
          <Button onClick={() => void read()}>{actions.retry}</Button>
        </Notice>
      ) : (
        <div class="ui-stack" aria-busy>
          <p class="ui-muted" role="status">
            {t.reading({ count: sources.length })}
          </p>
          <Skeleton lines={6} />
        </div>
      )}
    </Screen>
  );
}
