import type { DashboardContent } from '@inlay/content/dashboard';
import { patch } from '@inlay/editor/model/patch';
import type { ContentMessages } from '@inlay/messages/content';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { isFinished } from '@inlay/ui/conditions/rule-group';
import { Button } from '@inlay/ui/controls/button';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { embedsOf, tilesOfApp } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Link } from '../../parts/text/link.tsx';
import { query, setQuery } from '../../router.ts';
import { ContentBar } from '../content/content-bar.tsx';
import { DraftTilesNotice } from '../content/draft-tiles-notice.tsx';
import { filterProblem } from '../content/filter-draft.ts';
import { ProblemNotice } from '../content/problem-notice.tsx';
import { useContentEditor } from '../content/use-content-editor.ts';
import type { SendRequest } from '../embeds/show-in-frame.ts';
import { DashboardSettings } from './dashboard-settings.tsx';
import { drillProblem } from './drill-draft.ts';
import { LiveDashboard } from './live-dashboard.tsx';

/** A dashboard with live data beside its settings; `?edit` has the canvas of the Dashboard Builder instead. */
export function DashboardScreen({ app, id }: { readonly app: string; readonly id: string }): VNode {
  return <Dashboard key={id} appId={app} id={id} />;
}

function Dashboard({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const messages = useMessages('content');
  const t = messages.dashboards;
  const editor = useContentEditor('dashboards', { id, blockedBy: (content) => blockedBy(content, messages) });
  const tiles = useQuery(tilesOfApp(appId)).data?.data ?? [];
  const link = useRef<SendRequest | undefined>(undefined);
  const finishing = useTask();
  const { shown, content: dashboard, error, reload, blocked } = editor;
  const isArchived = shown?.state === 'archived';
  const editing = query.value.has('edit') && !isArchived;
  // Settings are saved first, so that the canvas begins with them.
  const edit = async () => {
    if (!editor.isDirty || (await editor.save())) setQuery({ edit: '1' });
  };
  const finish = () =>
    finishing.run(async () => {
      await link.current?.('save-dashboard', null);
      reload();
      setQuery({ edit: '' });
    });
  const editButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} disabled={blocked !== undefined} busy={editor.busy} onClick={() => void edit()}>
      {t.edit}
    </Button>
  );
  return (
    <Screen
      wide
      title={titleOutline(dashboard?.title ?? '') || t.dashboard}
      back={{ to: `/apps/${encodeURIComponent(appId)}`, title: t.all }}
      intro={editing ? t.editing : shown?.comment && t.lastComment({ comment: shown.comment })}
      actions={
        editing ? (
          <Button variant="primary" busy={finishing.busy} onClick={() => void finish()}>
            {t.done}
          </Button>
        ) : (
          <>
            {dashboard && !isArchived && editButton('secondary')}
            <ContentBar editor={editor} />
          </>
        )
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      <ProblemNotice problem={editor.problem} />
      {finishing.error && <Notice tone="bad">{t.live.notSaved}</Notice>}
      {shown && !isArchived && !editing && (
        <DraftTilesNotice plural="dashboards" shown={shown} isDirty={editor.isDirty} />
      )}
      {!error && (
        <div class={editing ? 'fills' : 'dashboard-page fills'}>
          {isArchived ? (
            <Notice tone="neutral">{t.live.archived}</Notice>
          ) : dashboard?.items.length === 0 && !editing ? (
            <EmptyState title={t.empty.title}>
              <p>{t.empty.text}</p>
              {editButton('primary')}
            </EmptyState>
          ) : (
            // Its frame loads while the dashboard's own data does.
            <LiveDashboard
              appId={appId}
              id={id}
              editing={editing}
              revision={shown && (shown.revision ?? 0)}
              link={link}
            />
          )}
          {!editing && (
            <div class="ui-stack">
              <EmbedsOf id={id} />
              {dashboard ? (
                <DashboardSettings
                  key={editor.generation}
                  appId={appId}
                  dashboard={dashboard}
                  tiles={tiles}
                  onChange={(changes) => editor.edit(patch(dashboard, changes))}
                />
              ) : (
                <Skeleton lines={6} />
              )}
            </div>
          )}
        </div>
      )}
    </Screen>
  );
}

function EmbedsOf({ id }: { readonly id: string }): VNode | null {
  const t = useMessages('content').dashboards;
  const { data } = useQuery(embedsOf('dashboard', id));
  const own = data?.data.filter(({ target }) => target.kind === 'dashboard' && target.id === id) ?? [];
  if (own.length === 0) return null;
  return (
    <div class="ui-row">
      {own.map((embed) => (
        <span key={embed.id} class="ui-row">
          <Link to={`/embeds/${encodeURIComponent(embed.id)}/preview`} class="ui-button">
            {t.previewAsUser}
          </Link>
          <span class="ui-row identifier">
            <span class="ui-muted">{t.embedId}</span>
            <Link to={`/embeds/${encodeURIComponent(embed.id)}`} class="ui-link ui-mono">
              {embed.id}
            </Link>
            <CopyButton text={embed.id} name={t.embedIdOf({ title: titleOutline(embed.title) })} />
          </span>
        </span>
      ))}
    </div>
  );
}

/** What keeps the settings from being saved. */
function blockedBy(
  dashboard: DashboardContent,
  { dashboards: { problems: t }, shared }: ContentMessages,
): string | undefined {
  const { title, visibility, items, filters = [], drill = [] } = dashboard;
  if (title.trim() === '') return t.title;
  const problem = [
    ...filters.map((each) => filterProblem(each, shared.filters)),
    ...drill.map((each) => drillProblem(each, t)),
  ].find((each) => each !== undefined);
  if (problem) return problem;
  const isComplete = [visibility, ...items.map((item) => item.visibility)].every(isFinished);
  return isComplete ? undefined : t.visibility;
}
