import { NewDashboardSchema } from '@inlay/content/new-dashboard';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { contentPath } from '../../parts/content/content-path.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { IdField, withId } from '../../parts/form/id-field.tsx';
import { navigate } from '../../router.ts';

interface DashboardDialogProps {
  readonly app: string;
  readonly onClose: () => void;
}

/** Creates an empty dashboard and opens its layout. */
export function DashboardDialog({ app, onClose }: DashboardDialogProps): VNode {
  const t = useMessages('content').apps;
  const { parts } = useMessages('admin');
  return (
    <FormDialog
      title={t.items.create.dashboards}
      action={t.items.create.dashboards}
      onClose={onClose}
      useFields={() =>
        useForm({
          schema: NewDashboardSchema,
          initial: { title: '' },
          save: (values) =>
            api.post('/dashboards', { body: { ...withId(values, values.title), appId: app, items: [] } }),
          onSaved: ({ id }) =>
            navigate(`${contentPath({ kind: 'dashboard', id, appId: app })}?edit=1`, { unasked: true }),
        })
      }
    >
      {(form) => (
        <>
          <TextField {...form.field('title', { label: t.items.title })} placeholder={t.newDashboard} />
          <IdField {...form.field('id', { label: parts.identifier })} from={form.values.title} />
        </>
      )}
    </FormDialog>
  );
}
