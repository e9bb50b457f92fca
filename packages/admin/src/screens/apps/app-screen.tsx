import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Notice } from '@inlay/ui/layout/notice';
import { Tabs } from '@inlay/ui/layout/tabs';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import { openMenu } from '@inlay/ui/overlays/menu';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { appQuery } from '../../api/common-queries.ts';
import { itemKinds, type ShownApp } from '../../api/content.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { describeError } from '../../parts/text/describe-error.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { can } from '../../session/can.ts';
import { AppItems } from './app-items.tsx';
import { CreateItem } from './create-item.tsx';

const LANGUAGES = 'languages';
const TABS = ['dashboards', 'stories', 'tiles', LANGUAGES] as const;

const AppLanguages = lazy(async () => (await import('./app-languages.tsx')).AppLanguages);
const AppDialog = lazy(async () => (await import('./app-dialog.tsx')).AppDialog, 0);

/** Specification 2.3: an embed's identifier is found in the Dashboards tab of an app. */
export function AppScreen({ app: id }: { readonly app: string }): VNode {
  const t = useMessages('content').apps;
  const back = { to: '/apps', title: t.all };
  const { data: app, error, reload, replace } = useSnapshot(appQuery(id));
  const tab = query.value.get('tab');
  const kind = itemKinds.find(({ key }) => key === tab) ?? itemKinds[0];
  const inLanguages = tab === LANGUAGES;
  const [deleting, setDeleting] = useState(false);
  const task = useTask();
  if (error) {
    return (
      <Screen title={t.app} back={back}>
        <Trouble error={error} onRetry={reload} />
      </Screen>
    );
  }
  const move = (step: 'archive' | 'unarchive', done: string) =>
    task.run(async () => {
      replace(await api.post(`/apps/{id}/${step}`, { path: { id }, body: {} }));
      showToast(done);
    });
  const more = (button: HTMLButtonElement) =>
    openMenu(button, t.more, [
      app?.state === 'archived'
        ? { label: t.restore, onChoose: () => void move('unarchive', t.restored) }
        : { label: t.archive, onChoose: () => void move('archive', t.archived) },
      { label: t.delete, apart: true, onChoose: () => setDeleting(true) },
    ]);
  return (
    <Screen
      title={app?.title ?? t.app}
      back={back}
      intro={<AppFacts id={id} app={app} />}
      actions={
        app && (
          <>
            {can('content:write') && <Button onClick={() => setQuery({ edit: '1' })}>{t.edit}</Button>}
            {!inLanguages && kind.key === 'dashboards' && can('embeds:write') && (
              <Link to={`/embeds?new=builder&target=${encodeURIComponent(id)}`} class="ui-button">
                {t.embedBuilder}
              </Link>
            )}
            {!inLanguages && <CreateItem kind={kind} app={id} />}
            <IconButton
              icon="more"
              label={t.more}
              opens="menu"
              onClick={(event) => more(event.currentTarget)}
            />
          </>
        )
      }
    >
      {task.error && <Notice tone="bad">{task.error.message}</Notice>}
      {app?.state === 'archived' && <Notice tone="warning">{t.archivedNotice}</Notice>}
      <Tabs
        label={t.content}
        tabs={TABS.map((key) => ({ key, title: t.tabs[key] }))}
        value={inLanguages ? LANGUAGES : kind.key}
        onChange={(key) =>
          setQuery({ tab: key === 'dashboards' ? '' : key, page: '', q: '', state: '', language: '' })
        }
      />
      {!inLanguages && <AppItems key={kind.key} kind={kind} app={id} />}
      {inLanguages && app && <AppLanguages app={app} onSaved={replace} />}
      {app && query.value.has('edit') && (
        <AppDialog
          app={app}
          onClose={() => setQuery({ edit: '' })}
          onDone={(changed) => {
            replace(changed);
            setQuery({ edit: '' });
          }}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t.deleteTitle({ title: app?.title ?? id })}
          action={t.deleteAction}
          onClose={() => setDeleting(false)}
          describe={describeError}
          onConfirm={async () => {
            await api.delete('/apps/{id}', { path: { id } });
            showToast(t.deleted);
            navigate('/apps');
          }}
        >
          <p>{t.deleteHint}</p>
        </ConfirmDialog>
      )}
    </Screen>
  );
}

function AppFacts({ id, app }: { readonly id: string; readonly app: ShownApp | undefined }): VNode {
  const t = useMessages('content').apps;
  return (
    <>
      {app?.description && <>{app.description} </>}
      <Rich text={t.facts} parts={{ id: <code>{id}</code>, workspace: <code>{app?.workspaceId}</code> }} />
    </>
  );
}
