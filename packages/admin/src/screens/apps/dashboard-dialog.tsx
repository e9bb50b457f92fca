import { NewDashboardSchema } from '@inlay/content/new-dashboard';
import { Button } from '@inlay/ui/controls/button';
import { CancelButton } from '@inlay/ui/controls/cancel-button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { IdField, withId } from '../../parts/form/id-field.tsx';
import { navigate } from '../../router.ts';

interface DashboardDialogProps {
  readonly app: string;
  readonly onClose: () => void;
}

/** Creates an empty dashboard and opens its layout. */
export function DashboardDialog(props: DashboardDialogProps): VNode {
  const t = useMessages('content').apps;
  return (
    <Dialog title={t.items.create.dashboards} onClose={props.onClose}>
      <DashboardForm {...props} />
    </Dialog>
  );
}

function DashboardForm({ app, onClose }: DashboardDialogProps): VNode {
  const t = useMessages('content').apps;
  const { parts } = useMessages('admin');
  const form = useForm({
    schema: NewDashboardSchema,
    initial: { title: '' },
    save: (values) =>
      api.post('/dashboards', { body: { ...withId(values, values.title), appId: app, items: [] } }),
    onSaved: ({ id }) => {
      const path = `/apps/${encodeURIComponent(app)}/dashboards/${encodeURIComponent(id)}?edit=1`;
      navigate(path, { unasked: true });
    },
  });
  return (
    <form class="ui-stack" {...form.props}>
      <TextField {...form.field('title', { label: t.items.title })} placeholder={t.newDashboard} />
      <IdField {...form.field('id', { label: parts.identifier })} from={form.values.title} />
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <div class="ui-row ui-end">
        <CancelButton onClick={onClose} />
        <Button variant="primary" type="submit" busy={form.busy}>
          {t.items.create.dashboards}
        </Button>
      </div>
    </form>
  );
}
