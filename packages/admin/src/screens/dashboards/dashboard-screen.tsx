import type { DashboardContent } from '@inlay/content/dashboard';
import { patch } from '@inlay/editor/model/patch';
import { isFinished } from '@inlay/editor/model/rule-group';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { CopyButton } from '@inlay/ui/copy-button';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { embedsOfApp, tilesOfApp } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { Link } from '../../parts/link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { ContentBar } from '../content/content-bar.tsx';
import { filterProblem } from '../content/filter-draft.ts';
import { useContent } from '../content/use-content.ts';
import { DashboardSettings } from './dashboard-settings.tsx';
import { drillProblem } from './drill-draft.ts';
import { Layout } from './layout.tsx';

/** What a dashboard is called, shows and to whom. It is arranged in the Dashboard Builder. */
export function DashboardScreen({ app, id }: { readonly app: string; readonly id: string }): VNode {
  return <Dashboard key={id} appId={app} id={id} />;
}

function Dashboard({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const work = useContent('dashboards', id);
  const [chosen, setChosen] = useState<string>();
  const tiles = useQuery(tilesOfApp(appId)).data?.data ?? [];
  const { shown, content: dashboard, error, reload } = work;
  const blocked = dashboard && blockedBy(dashboard);
  const app = encodeURIComponent(appId);
  return (
    <Screen
      title={titleOutline(dashboard?.title ?? '') || 'Dashboard'}
      back={{ to: `/apps/${app}`, title: 'All dashboards' }}
      intro={shown?.comment ? <>Said with the last change: “{shown.comment}”</> : dashboard?.description}
      actions={<ContentBar plural="dashboards" one="dashboard" work={work} blocked={blocked} />}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {work.problem && <Notice tone="bad">{work.problem}</Notice>}
      {!shown && !error && <Skeleton lines={6} />}
      {dashboard && (
        <>
          <div class="row">
            <Link to={`/apps/${app}/dashboards/${encodeURIComponent(id)}/build`} class="ui-button">
              Arrange it in the builder
            </Link>
            <EmbedsOf appId={appId} id={id} />
          </div>
          <div class="dashboard-desk">
            <section class="stack-tight" aria-label="What it shows">
              <Layout
                items={dashboard.items}
                tiles={tiles}
                appId={appId}
                chosen={chosen}
                onChoose={setChosen}
              />
              {dashboard.items.length === 0 && (
                <p class="muted">Nothing is on it yet. Arrange it in the builder.</p>
              )}
            </section>
            <DashboardSettings
              key={work.generation}
              appId={appId}
              dashboard={dashboard}
              tiles={tiles}
              chosen={chosen}
              onChange={(changes) => work.edit(patch(dashboard, changes))}
            />
          </div>
        </>
      )}
    </Screen>
  );
}

function EmbedsOf({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const { data } = useQuery(embedsOfApp(appId));
  const own = data?.data.filter(({ target }) => target.kind === 'dashboard' && target.id === id);
  return (
    <>
      {own?.map((embed) => (
        <span key={embed.id} class="row">
          <Link to={`/embeds/${encodeURIComponent(embed.id)}/preview`} class="ui-button">
            Preview as a user
          </Link>
          <span class="row identifier">
            <span class="muted">Embed identifier</span>
            <Link to={`/embeds/${encodeURIComponent(embed.id)}`} class="link ui-mono">
              {embed.id}
            </Link>
            <CopyButton text={embed.id} name={`identifier of ${titleOutline(embed.title)}`} />
          </span>
        </span>
      ))}
    </>
  );
}

function blockedBy({
  title,
  visibility,
  items,
  filters = [],
  drill = [],
}: DashboardContent): string | undefined {
  if (title.trim() === '') return 'Give the dashboard a title.';
  const problem = [...filters.map(filterProblem), ...drill.map(drillProblem)].find(
    (each) => each !== undefined,
  );
  if (problem) return problem;
  return [visibility, ...items.map((item) => item.visibility)].every(isFinished)
    ? undefined
    : 'Finish the conditions of who sees it.';
}
