import type { AppContent } from '@inlay/content/app';
import type { Named } from '@inlay/protocol/named';
import type { Page } from '@inlay/protocol/pagination';
import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { ChoiceList } from '@inlay/ui/choice-list';
import { Dialog } from '@inlay/ui/dialog';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { canonical } from '../../api/canonical.ts';
import type { ShownApp } from '../../api/content.ts';
import { useNamed } from '../../api/named.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTask } from '../../parts/use-task.ts';
import { WorkspaceOptions } from '../../parts/workspace-options.tsx';
import { ConflictDialog } from '../content/conflict-dialog.tsx';
import { ThemeField } from '../themes/theme-field.tsx';
import { useAppSave } from './use-app-save.ts';

interface AppDialogProps {
  readonly app?: ShownApp;
  readonly onClose: () => void;
  readonly onDone: (app: ShownApp) => void;
}

export function AppDialog(props: AppDialogProps): VNode {
  const { app, onClose } = props;
  return (
    <Dialog title={app ? `Edit ${app.title}` : 'Create an app'} onClose={onClose} side>
      <AppForm {...props} />
    </Dialog>
  );
}

/** The same fields make an app and change one. */
function AppForm({ app, onClose, onDone }: AppDialogProps): VNode {
  const [draft, setDraft] = useState({
    title: app?.title ?? '',
    description: app?.description ?? '',
    workspaceId: app?.workspaceId,
    theme: app?.theme?.name ?? '',
    datasets: app?.datasets ?? [],
  });
  const [start] = useState(draft);
  const [id, setId] = useState('');
  useUnsaved(canonical(draft) !== canonical(start) || id !== '');
  const task = useTask();
  const { busy, error } = task;
  const saving = useAppSave(app?.id ?? '', task, 'The app is saved.', onDone);
  const workspaces = useNamed('workspaces');
  const datasets = useAnswer<Page<Named>>('datasets?limit=200').data?.data ?? [];
  const workspaceId = draft.workspaceId ?? workspaces[0]?.id ?? 'main';
  const set = (change: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...change }));
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const { description, datasets: names, theme: themeName, ...rest } = draft;
    const { name: _, ...otherTheme } = app?.theme ?? {};
    const theme = themeName === '' ? otherTheme : { ...otherTheme, name: themeName };
    const content: AppContent = {
      ...rest,
      workspaceId,
      ...(Object.keys(theme).length === 0 ? {} : { theme }),
      ...(app?.translations ? { translations: app.translations } : {}),
      ...(description.trim() === '' ? {} : { description }),
      ...(names.length === 0 ? {} : { datasets: names }),
    };
    if (app) return void saving.save(app, content);
    const named = id === '' ? content : { id, ...content };
    void task.run(async () => onDone(await ask<ShownApp>('POST', 'apps', named)));
  };
  return (
    <form class="stack" onSubmit={save}>
      <Field label="Title">
        <input
          class="ui-input"
          required
          maxLength={256}
          value={draft.title}
          onInput={(event) => set({ title: event.currentTarget.value })}
        />
      </Field>
      <Field label="Description" optional>
        <textarea
          class="ui-input prose"
          maxLength={2000}
          value={draft.description}
          onInput={(event) => set({ description: event.currentTarget.value })}
        />
      </Field>
      {!app && (
        <Field
          label="Identifier"
          optional
          hint="What your server names to let somebody into the app. Made from the title if left empty."
        >
          <input class="ui-input ui-mono" value={id} onInput={(event) => setId(event.currentTarget.value)} />
        </Field>
      )}
      <Field label="Workspace" hint="Only viewers of this workspace reach the app.">
        <select
          class="ui-input ui-select"
          value={workspaceId}
          onChange={(event) => set({ workspaceId: event.currentTarget.value })}
        >
          <WorkspaceOptions workspaces={workspaces} chosen={workspaceId} />
        </select>
      </Field>
      <ThemeField name={draft.theme} none="Inlay’s own" onChoose={(theme) => set({ theme })} />
      {datasets.length > 0 && (
        <div class="ui-field">
          <span class="ui-field-label">
            Datasets for builders <span class="muted">optional</span>
          </span>
          <ChoiceList
            label="Datasets for builders"
            many
            choices={datasets.map((dataset) => ({
              key: dataset.id,
              label: dataset.name,
              chosen: draft.datasets.includes(dataset.id),
            }))}
            onChoose={(key, chosen) =>
              set({
                datasets: chosen ? [...draft.datasets, key] : draft.datasets.filter((each) => each !== key),
              })
            }
          />
          <span class="ui-field-hint">
            What people who build dashboards in this app may use. Administrators may use all.
          </span>
        </div>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div class="row end">
        <CancelButton onClick={onClose} />
        <Button variant="primary" type="submit" busy={busy}>
          {app ? 'Save' : 'Create the app'}
        </Button>
      </div>
      {saving.conflict && <ConflictDialog conflict={saving.conflict} />}
    </form>
  );
}
