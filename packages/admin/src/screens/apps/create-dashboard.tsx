import { Button } from '@inlay/ui/button';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/use-task.ts';
import { navigate } from '../../router.ts';

/** Creates an empty dashboard and opens its layout. */
export function CreateDashboard({ app }: { readonly app: string }): VNode {
  const t = useMessages('content').apps;
  const task = useTask();
  const create = () =>
    task.run(async () => {
      const body = { appId: app, title: t.newDashboard, items: [] };
      const { id } = await api.post('/dashboards', { body });
      navigate(`/apps/${encodeURIComponent(app)}/dashboards/${encodeURIComponent(id)}?edit=1`);
    });
  return (
    <>
      <Button variant="primary" busy={task.busy} onClick={() => void create()}>
        {t.items.create.dashboards}
      </Button>
      {task.error && <Notice tone="bad">{task.error.message}</Notice>}
    </>
  );
}
