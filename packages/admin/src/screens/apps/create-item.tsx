import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ItemKind } from '../../api/content.ts';
import { useMessages } from '../../messages.ts';
import { lazy } from '../../parts/page/lazy.tsx';
import { Link } from '../../parts/text/link.tsx';

const DashboardDialog = lazy(async () => (await import('./dashboard-dialog.tsx')).DashboardDialog, 0);

function CreateDashboard({ app }: { readonly app: string }): VNode {
  const t = useMessages('content').apps;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t.items.create.dashboards}
      </Button>
      {isOpen && <DashboardDialog app={app} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Creates content of a kind in an app. */
export function CreateItem({ kind, app }: { readonly kind: ItemKind; readonly app: string }): VNode {
  const t = useMessages('content').apps.items;
  if (kind.key === 'dashboards') return <CreateDashboard app={app} />;
  return (
    <Link to={`/apps/${encodeURIComponent(app)}/${kind.key}/new`} class="ui-button ui-button-primary">
      {t.create[kind.key]}
    </Link>
  );
}
