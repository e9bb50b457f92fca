import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { embedsOfApp } from '../../api/common-queries.ts';
import type { ShownEmbed } from '../../api/content.ts';
import { useQuery } from '../../api/use-query.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { contentQuery } from '../content/queries.ts';
import { frameName, showInFrame } from '../embeds/show-in-frame.ts';

/** One dashboard in the app's own builder, as the administrator who is signed in. */
export function BuildScreen({ app, id }: { readonly app: string; readonly id: string }): VNode {
  const { data: dashboard } = useQuery(contentQuery('dashboards', id));
  const { data: page, error, reload } = useQuery(embedsOfApp(app));
  const builder = page?.data.find(({ target, state }) => target.kind === 'builder' && state !== 'archived');
  const task = useTask();
  const createBuilder = () =>
    task.run(async () => {
      const target = { kind: 'builder', id: app } as const;
      await api.post('/embeds', { body: { title: 'Dashboard Builder', target } });
      reload();
    });
  return (
    <Screen
      wide
      title={dashboard ? `Arrange ${titleOutline(dashboard.title)}` : 'Arrange the dashboard'}
      back={{
        to: `/apps/${encodeURIComponent(app)}/dashboards/${encodeURIComponent(id)}`,
        title: 'The dashboard',
      }}
      intro="You work as an administrator: every row and every part is shown, whatever rules hold for viewers."
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={6} />}
      {page && !builder && (
        <Empty title="This app has no Dashboard Builder yet">
          <p>
            Dashboards are arranged in a builder, which is an embed: your own pages may show it too, to
            whoever may contribute.
          </p>
          <Button kind="main" busy={task.busy} onPress={() => void createBuilder()}>
            Create a Dashboard Builder
          </Button>
          {task.error && <Notice tone="bad">{task.error.message}</Notice>}
        </Empty>
      )}
      {builder && <Workbench key={id} embed={builder} dashboardId={id} />}
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
    const renew = async () => (await api.post('/embeds/{id}/author-token', { path: { id: embed.id } })).token;
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
