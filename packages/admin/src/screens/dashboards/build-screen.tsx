import type { PreviewToken } from '@inlay/protocol/explanation';
import type { Page } from '@inlay/protocol/pagination';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import type { ShownDashboard, ShownEmbed } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { addressOf } from '../content/address-of.ts';
import { frameName, showInFrame } from '../embeds/show-in-frame.ts';

/** One dashboard in the app's own builder, as the administrator who is signed in. */
export function BuildScreen({ id }: { readonly id: string }): VNode {
  const { appId, itemId } = addressOf(id);
  const app = encodeURIComponent(appId);
  const { data: dashboard } = useAnswer<ShownDashboard>(`dashboards/${encodeURIComponent(itemId)}`);
  const { data: page, error, reload } = useAnswer<Page<ShownEmbed>>(`embeds?limit=200&app=${app}`);
  const builder = page?.data.find(({ target, state }) => target.kind === 'builder' && state !== 'archived');
  const task = useTask();
  const createBuilder = () =>
    task.run(async () => {
      const target = { kind: 'builder', id: appId };
      await ask('POST', 'embeds', { title: 'Dashboard Builder', target });
      reload();
    });
  return (
    <Screen
      wide
      title={dashboard ? `Arrange ${titleOutline(dashboard.title)}` : 'Arrange the dashboard'}
      back={{ to: `/apps/${app}/dashboards/${encodeURIComponent(itemId)}`, title: 'The dashboard' }}
      intro="You work as an administrator: every row and every part is shown, whatever rules hold for viewers."
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={6} />}
      {page && !builder && (
        <EmptyState title="This app has no Dashboard Builder yet">
          <p>
            Dashboards are arranged in a builder, which is an embed: your own pages may show it too, to
            whoever may contribute.
          </p>
          <Button variant="primary" busy={task.busy} onClick={() => void createBuilder()}>
            Create a Dashboard Builder
          </Button>
          {task.error && <Notice tone="bad">{task.error.message}</Notice>}
        </EmptyState>
      )}
      {builder && <Workbench key={itemId} embed={builder} dashboardId={itemId} />}
    </Screen>
  );
}

interface WorkbenchProps {
  readonly embed: ShownEmbed;
  readonly dashboardId: string;
}

function Workbench({ embed, dashboardId }: WorkbenchProps): VNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [name] = useState(frameName);
  const { error, run } = useTask();
  useEffect(() => {
    let stop = () => {};
    let wanted = true;
    const path = `embeds/${encodeURIComponent(embed.id)}/author-token`;
    const renew = async () => (await ask<PreviewToken>('POST', path)).token;
    void run(async () => {
      const token = await renew();
      if (!wanted || !frame.current) return;
      stop = showInFrame(frame.current, {
        embedId: embed.id,
        token,
        renew,
        fields: [['dashboard', dashboardId]],
      });
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [embed.id, dashboardId]);
  return (
    <>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <iframe
        ref={frame}
        name={name}
        title="Dashboard Builder"
        class="build-frame"
        referrerPolicy="no-referrer"
      />
    </>
  );
}
