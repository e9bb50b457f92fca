import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useNamed } from '../../api/named.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { StateBadge } from '../../parts/content/state-badge.tsx';
import { Filters } from '../../parts/list/filters.tsx';
import { ListSearch } from '../../parts/list/list-search.tsx';
import { Listed } from '../../parts/list/listed.tsx';
import { WorkspaceFilter } from '../../parts/list/workspace-filter.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { can } from '../../session/can.ts';
import { appList } from './queries.ts';

const AppDialog = lazy(async () => (await import('./app-dialog.tsx')).AppDialog, 0);

export function AppsScreen(): VNode {
  const t = useMessages('content').apps;
  const apps = useQuery(appList(query.value));
  const workspaces = useNamed('workspaces');
  const filtered = query.value.has('q') || query.value.has('workspace');
  return (
    <Screen
      title={t.title}
      intro={t.intro}
      actions={
        can('content:write') && (
          <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
            {t.create}
          </Button>
        )
      }
    >
      <Filters shown={filtered || (apps.data?.data.length ?? 0) > 0}>
        <ListSearch label={t.search} />
        <WorkspaceFilter workspaces={workspaces} />
      </Filters>
      <Listed query={apps} of={t.count} lines={3} empty={<NoApps filtered={filtered} />}>
        {(found) => (
          <ul class="app-grid">
            {found.map((app) => (
              <li key={app.id} class="ui-box app-card">
                <div class="ui-card-head">
                  <Link to={`/apps/${encodeURIComponent(app.id)}`}>{app.title}</Link>
                  <StateBadge state={app.state} />
                </div>
                <p class="ui-muted ui-small">
                  {app.description ?? t.inWorkspace({ workspace: app.workspaceId })}
                </p>
                <code class="ui-muted">{app.id}</code>
              </li>
            ))}
          </ul>
        )}
      </Listed>
      {query.value.has('new') && (
        <AppDialog
          onClose={() => setQuery({ new: '' })}
          onDone={(app) => {
            showToast(t.created({ title: app.title }));
            navigate(`/apps/${encodeURIComponent(app.id)}?tab=tiles`, { unasked: true });
          }}
        />
      )}
    </Screen>
  );
}

function NoApps({ filtered }: { readonly filtered: boolean }): VNode {
  const t = useMessages('content').apps;
  const { changeFilters } = useMessages('admin').list;
  if (filtered)
    return (
      <EmptyState title={t.noMatch}>
        <p>{changeFilters}</p>
      </EmptyState>
    );
  return (
    <EmptyState title={t.noneTitle}>
      <p>
        <Rich text={t.none} parts={{ command: <code>inlay content import</code> }} />
      </p>
      <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
        {t.create}
      </Button>
    </EmptyState>
  );
}
