import { Button } from '@inlay/ui/controls/button';
import { CancelButton } from '@inlay/ui/controls/cancel-button';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { Notice } from '@inlay/ui/layout/notice';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { allDatasets } from '../../api/common-queries.ts';
import type { ShownApp } from '../../api/content.ts';
import { useNamed } from '../../api/named.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { ConflictDialog } from '../../parts/conflict/lazy-conflict-dialog.ts';
import { IdField } from '../../parts/form/id-field.tsx';
import { workspaceChoices } from '../../parts/form/workspace-choices.ts';
import { ThemeField } from '../themes/theme-field.tsx';
import { useAppForm } from './use-app-form.ts';

interface AppDialogProps {
  readonly app?: ShownApp;
  readonly onClose: () => void;
  readonly onDone: (app: ShownApp) => void;
}

export function AppDialog(props: AppDialogProps): VNode {
  const { app, onClose } = props;
  const t = useMessages('content').apps;
  return (
    <Dialog title={app ? t.editTitle({ title: app.title }) : t.create} onClose={onClose} side>
      <AppForm {...props} />
    </Dialog>
  );
}

/** Creates an app or changes one. */
function AppForm({ app, onClose, onDone }: AppDialogProps): VNode {
  const { apps: t } = useMessages('content');
  const { actions, parts } = useMessages('admin');
  const workspaces = useNamed('workspaces');
  const datasets = useQuery(allDatasets).data?.data ?? [];
  const form = useAppForm({
    initial: app ?? { title: '', workspaceId: workspaces[0]?.id ?? 'main' },
    onSaved: (saved, isSent) => {
      if (app) showToast(isSent ? t.saved : parts.theirsLoaded);
      onDone(saved);
    },
  });
  return (
    <form class="ui-stack" {...form.props}>
      <TextField {...form.field('title', { label: t.fields.title })} />
      <TextField {...form.field('description', { label: t.fields.description })} lines={3} optional />
      {!app && (
        <IdField
          {...form.field('id', { label: t.fields.id })}
          from={form.values.title}
          hint={t.fields.idHint}
        />
      )}
      <Select
        {...form.field('workspaceId', { label: t.fields.workspace })}
        hint={t.fields.workspaceHint}
        options={workspaceChoices(workspaces, form.values.workspaceId)}
      />
      <ThemeField {...form.field('theme.name', { label: t.fields.theme })} none={t.fields.noTheme} />
      {datasets.length > 0 && (
        <ChoiceField
          {...form.field('datasets', { label: t.fields.datasets })}
          optional
          hint={t.fields.datasetsHint}
          options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <div class="ui-row ui-end">
        <CancelButton onClick={onClose} />
        <Button
          variant="primary"
          type="submit"
          busy={form.busy}
          disabled={app !== undefined && !form.isDirty}
        >
          {app ? actions.save : t.create}
        </Button>
      </div>
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </form>
  );
}
