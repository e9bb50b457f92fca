import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import type { ShownApp } from '../../api/content.ts';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { query } from '../../router.ts';

export function AppsScreen(): VNode {
  const { data: page, error, reload } = useAnswer<Page<ShownApp>>(listPath('apps', ['q']));
  return (
    <Screen
      title="Apps"
      intro="Tiles, stories and dashboards that belong together. Privileges are given by app."
    >
      <div class="filters">
        <SearchBox label="Search apps" />
      </div>
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={3} />}
      {page?.data.length === 0 && query.value.has('q') && (
        <Empty title="No app matches">
          <p>Change the search above.</p>
        </Empty>
      )}
      {page?.data.length === 0 && !query.value.has('q') && (
        <Empty title="No apps yet">
          <p>
            Bring content in from a folder with <code>inlay content import</code>, or create an app with{' '}
            <code>POST /api/v0/apps</code>.
          </p>
          <a class="button" href="/api/docs" target="_blank" rel="noreferrer">
            API reference
          </a>
        </Empty>
      )}
      {page && page.data.length > 0 && (
        <>
          <ul class="app-grid">
            {page.data.map((app) => (
              <li key={app.id} class="app-card">
                <div class="card-head">
                  <Link to={`/apps/${encodeURIComponent(app.id)}`}>{app.title}</Link>
                  <StateBadge state={app.state} />
                </div>
                <p class="muted small">{app.description ?? `Workspace ${app.workspaceId}`}</p>
                <code class="muted">{app.id}</code>
              </li>
            ))}
          </ul>
          <Pager meta={page.meta} of="apps" />
        </>
      )}
    </Screen>
  );
}
