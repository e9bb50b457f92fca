import { Button } from '@inlay/ui/button';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { IconButton } from '@inlay/ui/icon-button';
import { openMenu } from '@inlay/ui/menu';
import { Notice } from '@inlay/ui/notice';
import { Tabs } from '@inlay/ui/tabs';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import type { ShownApp } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { navigate, query, setQuery } from '../../router.ts';
import { AppDialog } from './app-dialog.tsx';
import { AppItems, kinds } from './app-items.tsx';
import { AppLanguages } from './app-languages.tsx';
import { CreateDashboard } from './create-dashboard.tsx';

const LANGUAGES = { key: 'languages', title: 'Languages' } as const;
const APPS = { to: '/apps', title: 'All apps' };

/** Specification 2.3: an embed's identifier is found in the Dashboards tab of an app. */
export function AppScreen({ id }: { readonly id: string }): VNode {
  const { data: app, error, reload, replace } = useAnswer<ShownApp>(`apps/${encodeURIComponent(id)}`);
  const tab = query.value.get('tab');
  const kind = kinds.find(({ key }) => key === tab) ?? kinds[0];
  const inLanguages = tab === LANGUAGES.key;
  const [deleting, setDeleting] = useState(false);
  const task = useTask();
  if (error) {
    return (
      <Screen title="App" back={APPS}>
        <Trouble error={error} onRetry={reload} />
      </Screen>
    );
  }
  const path = `apps/${encodeURIComponent(id)}`;
  const move = (step: 'archive' | 'unarchive', done: string) =>
    task.run(async () => {
      replace(await ask<ShownApp>('POST', `${path}/${step}`, {}));
      showToast(done);
    });
  const more = (button: HTMLButtonElement) =>
    openMenu(button, 'More about this app', [
      app?.state === 'archived'
        ? { label: 'Bring back', onChoose: () => void move('unarchive', 'The app is back.') }
        : {
            label: 'Archive',
            onChoose: () => void move('archive', 'The app is archived: nobody is shown its content.'),
          },
      { label: 'Delete …', apart: true, onChoose: () => setDeleting(true) },
    ]);
  return (
    <Screen
      title={app?.title ?? 'App'}
      back={APPS}
      intro={
        <>
          {app?.description && <>{app.description} </>}
          Identifier <code>{id}</code>, workspace <code>{app?.workspaceId}</code>.
        </>
      }
      actions={
        app && (
          <>
            <Button onClick={() => setQuery({ edit: '1' })}>Edit the app</Button>
            {inLanguages ? null : kind.key === 'dashboards' ? (
              <>
                <Link to={`/embeds?new=builder&target=${encodeURIComponent(id)}`} class="ui-button">
                  Embed a Dashboard Builder
                </Link>
                <CreateDashboard app={id} />
              </>
            ) : (
              <Link
                to={`/apps/${encodeURIComponent(id)}/${kind.key}/new`}
                class="ui-button ui-button-primary"
              >
                Create a {kind.one}
              </Link>
            )}
            <IconButton
              icon="more"
              label="More about this app"
              opens="menu"
              onClick={(event) => more(event.currentTarget)}
            />
          </>
        )
      }
    >
      {task.error && <Notice tone="bad">{task.error.message}</Notice>}
      {app?.state === 'archived' && (
        <Notice tone="warning">This app is archived: nobody is shown its content.</Notice>
      )}
      <Tabs
        label="Content"
        tabs={[...kinds, LANGUAGES]}
        value={inLanguages ? LANGUAGES.key : kind.key}
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
          title={`Delete ${app?.title}?`}
          action="Delete the app"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await ask('DELETE', path);
            showToast('The app is deleted.');
            navigate('/apps');
          }}
        >
          <p>
            It must be empty: delete its tiles, stories, dashboards and embeds first, or archive it instead.
          </p>
        </ConfirmDialog>
      )}
    </Screen>
  );
}
