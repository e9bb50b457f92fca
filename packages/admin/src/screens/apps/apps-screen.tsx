import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import type { ShownApp } from '../../api/content.ts';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Link } from '../../parts/link.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { say } from '../../parts/toasts.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { AppDialog } from './app-dialog.tsx';

export function AppsScreen(): VNode {
  const { data: page, error, reload } = useAnswer<Page<ShownApp>>(listPath('apps', ['q']));
  return (
    <Screen
      title="Apps"
      intro="Tiles, stories and dashboards that belong together. Privileges are given by app."
      actions={
        <Button kind="main" onPress={() => setQuery({ new: '1' })}>
          Create an app
        </Button>
      }
    >
      <Filters shown={query.value.has('q') || (page?.data.length ?? 0) > 0}>
        <SearchBox label="Search apps" />
      </Filters>
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
            An app holds tiles, stories and dashboards. Create one, or bring a folder of content in with{' '}
            <code>inlay content import</code>.
          </p>
          <Button kind="main" onPress={() => setQuery({ new: '1' })}>
            Create an app
          </Button>
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
          <Pager meta={page.meta} of="app" />
        </>
      )}
      {query.value.has('new') && (
        <AppDialog
          onClose={() => setQuery({ new: '' })}
          onDone={(app) => {
            say(`The app ${app.title} is there. Make its first tile.`);
            navigate(`/apps/${encodeURIComponent(app.id)}?tab=tiles`, { unasked: true });
          }}
        />
      )}
    </Screen>
  );
}
