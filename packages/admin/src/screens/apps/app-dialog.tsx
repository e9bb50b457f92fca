import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { ChoiceField } from '@inlay/ui/choice-field';
import { Dialog } from '@inlay/ui/dialog';
import { Notice } from '@inlay/ui/notice';
import { Select } from '@inlay/ui/select';
import { TextField } from '@inlay/ui/text-field';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { allDatasets } from '../../api/common-queries.ts';
import type { ShownApp } from '../../api/content.ts';
import { useNamed } from '../../api/named.ts';
import { useQuery } from '../../api/use-query.ts';
import { workspaceChoices } from '../../parts/workspace-choices.ts';
import { ConflictDialog } from '../content/conflict-dialog.tsx';
import { ThemeField } from '../themes/theme-field.tsx';
import { useAppForm } from './use-app-form.ts';

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

/** Creates an app or changes one. */
function AppForm({ app, onClose, onDone }: AppDialogProps): VNode {
  const workspaces = useNamed('workspaces');
  const datasets = useQuery(allDatasets).data?.data ?? [];
  const form = useAppForm({
    initial: app ?? { title: '', workspaceId: workspaces[0]?.id ?? 'main' },
    onSaved: (saved, isSent) => {
      if (app) showToast(isSent ? 'The app is saved.' : 'You have what they saved.');
      onDone(saved);
    },
  });
  return (
    <form class="stack" {...form.props}>
      <TextField {...form.field('title')} />
      <TextField {...form.field('description')} lines={3} optional />
      {!app && (
        <TextField
          {...form.field('id', { label: 'Identifier' })}
          mono
          optional
          hint="What your server names to let somebody into the app. Made from the title if left empty."
        />
      )}
      <Select
        {...form.field('workspaceId', { label: 'Workspace' })}
        hint="Only viewers of this workspace reach the app."
        options={workspaceChoices(workspaces, form.values.workspaceId)}
      />
      <ThemeField {...form.field('theme.name', { label: 'Theme' })} none="Inlay’s own" />
      {datasets.length > 0 && (
        <ChoiceField
          {...form.field('datasets', { label: 'Datasets for builders' })}
          optional
          hint="What people who build dashboards in this app may use. Administrators may use all."
          options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <div class="row end">
        <CancelButton onClick={onClose} />
        <Button
          variant="primary"
          type="submit"
          busy={form.busy}
          disabled={app !== undefined && !form.isDirty}
        >
          {app ? 'Save' : 'Create the app'}
        </Button>
      </div>
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </form>
  );
}
