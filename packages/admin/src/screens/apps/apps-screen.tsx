import type { Page } from '@inlay/protocol/pagination';
import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import type { ShownApp } from '../../api/content.ts';
import { listPath } from '../../api/list-path.ts';
import { useNamed } from '../../api/named.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Filters } from '../../parts/filters.tsx';
import { Link } from '../../parts/link.tsx';
import { ListSearch } from '../../parts/list-search.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { WorkspaceFilter } from '../../parts/workspace-filter.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { AppDialog } from './app-dialog.tsx';

export function AppsScreen(): VNode {
  const apps = useAnswer<Page<ShownApp>>(listPath('apps', ['q', 'workspace']));
  const workspaces = useNamed('workspaces');
  const filtered = query.value.has('q') || query.value.has('workspace');
  return (
    <Screen
      title="Apps"
      intro="Tiles, stories and dashboards that belong together. Privileges are given by app."
      actions={
        <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
          Create an app
        </Button>
      }
    >
      <Filters shown={filtered || (apps.data?.data.length ?? 0) > 0}>
        <ListSearch label="Search apps" />
        <WorkspaceFilter workspaces={workspaces} />
      </Filters>
      <Listed answer={apps} of="app" lines={3} empty={<NoApps filtered={filtered} />}>
        {(found) => (
          <ul class="app-grid">
            {found.map((app) => (
              <li key={app.id} class="app-card">
                <div class="ui-card-head">
                  <Link to={`/apps/${encodeURIComponent(app.id)}`}>{app.title}</Link>
                  <StateBadge state={app.state} />
                </div>
                <p class="muted small">{app.description ?? `Workspace ${app.workspaceId}`}</p>
                <code class="muted">{app.id}</code>
              </li>
            ))}
          </ul>
        )}
      </Listed>
      {query.value.has('new') && (
        <AppDialog
          onClose={() => setQuery({ new: '' })}
          onDone={(app) => {
            showToast(`The app ${app.title} is there. Make its first tile.`);
            navigate(`/apps/${encodeURIComponent(app.id)}?tab=tiles`, { unasked: true });
          }}
        />
      )}
    </Screen>
  );
}

function NoApps({ filtered }: { readonly filtered: boolean }): VNode {
  if (filtered)
    return (
      <EmptyState title="No app matches">
        <p>Change the search or the filter above.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="No apps yet">
      <p>
        An app holds tiles, stories and dashboards. Create one, or bring a folder of content in with{' '}
        <code>inlay content import</code>.
      </p>
      <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
        Create an app
      </Button>
    </EmptyState>
  );
}
