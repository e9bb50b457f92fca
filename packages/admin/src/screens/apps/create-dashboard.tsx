import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { lazy } from '../../parts/page/lazy.tsx';

const DashboardDialog = lazy(async () => (await import('./dashboard-dialog.tsx')).DashboardDialog, 0);

export function CreateDashboard({ app }: { readonly app: string }): VNode {
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
