import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { allDatasets } from '../../api/common-queries.ts';
import type { ShownApp } from '../../api/content.ts';
import { useNamed } from '../../api/named.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { IdField } from '../../parts/form/id-field.tsx';
import { workspaceChoices } from '../../parts/form/workspace-choices.ts';
import { ThemeField } from '../themes/theme-field.tsx';
import { useAppForm } from './use-app-form.ts';

interface AppDialogProps {
  readonly app?: ShownApp;
  readonly onClose: () => void;
  readonly onDone: (app: ShownApp) => void;
}

/** Creates an app or changes one. */
export function AppDialog({ app, onClose, onDone }: AppDialogProps): VNode {
  const t = useMessages('content').apps;
  const { actions, parts } = useMessages('admin');
  const workspaces = useNamed('workspaces');
  const datasets = useQuery(allDatasets).data?.data ?? [];
  return (
    <FormDialog
      title={app ? t.editTitle({ title: app.title }) : t.create}
      side
      action={app ? actions.save : t.create}
      needsChange={app !== undefined}
      onClose={onClose}
      useFields={() =>
        useAppForm({
          initial: app ?? { title: '', workspaceId: workspaces[0]?.id ?? 'main' },
          onSaved: (saved, isSent) => {
            if (app) showToast(isSent ? t.saved : parts.theirsLoaded);
            onDone(saved);
          },
        })
      }
    >
      {(form) => (
        <>
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
        </>
      )}
    </FormDialog>
  );
}
