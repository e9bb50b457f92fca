import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Empty } from './parts/empty.tsx';
import { Link } from './parts/link.tsx';
import { Screen } from './parts/screen.tsx';
import { Skeleton } from './parts/skeleton.tsx';
import { Toasts } from './parts/toasts.tsx';
import { navigate, path } from './router.ts';
import { me, readSession, startProblem } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';
import { Shell } from './shell/shell.tsx';

interface Route {
  readonly pattern: RegExp;
  /** Each view is a file of its own, loaded when it is first shown. */
  readonly load: () => Promise<ComponentType<{ readonly id: string }>>;
}

const routes: readonly Route[] = [
  {
    pattern: /^\/embed-settings(?:\/([\w-]+))?$/,
    load: async () =>
      (await import('./screens/embed-settings/embed-settings-screen.tsx')).EmbedSettingsScreen,
  },
  {
    pattern: /^\/embeds(?:\/([^/]+))?$/,
    load: async () => (await import('./screens/embeds/embeds-screen.tsx')).EmbedsScreen,
  },
  {
    pattern: /^\/embeds\/([^/]+)\/preview$/,
    load: async () => (await import('./screens/embeds/preview-screen.tsx')).PreviewScreen,
  },
  {
    pattern: /^\/users\/import$/,
    load: async () => (await import('./screens/users/import/import-screen.tsx')).ImportScreen,
  },
  {
    pattern: /^\/users(?:\/([^/]+))?$/,
    load: async () => (await import('./screens/users/users-screen.tsx')).UsersScreen,
  },
  {
    pattern: /^\/groups(?:\/([^/]+))?$/,
    load: async () => (await import('./screens/users/groups-screen.tsx')).GroupsScreen,
  },
  {
    pattern: /^\/connections$/,
    load: async () => (await import('./screens/data/connections-screen.tsx')).ConnectionsScreen,
  },
  {
    pattern: /^\/connections\/([^/]+)$/,
    load: async () => (await import('./screens/data/connection-screen.tsx')).ConnectionScreen,
  },
  {
    pattern: /^\/files$/,
    load: async () => (await import('./screens/data/files/files-screen.tsx')).FilesScreen,
  },
  {
    pattern: /^\/datasets$/,
    load: async () => (await import('./screens/data/datasets/datasets-screen.tsx')).DatasetsScreen,
  },
  {
    pattern: /^\/datasets\/([^/]+(?:\/[a-z-]+)?)$/,
    load: async () => (await import('./screens/data/datasets/dataset-screen.tsx')).DatasetScreen,
  },
  { pattern: /^\/usage$/, load: async () => (await import('./screens/usage/usage-screen.tsx')).UsageScreen },
  { pattern: /^\/audit$/, load: async () => (await import('./screens/audit/audit-screen.tsx')).AuditScreen },
  { pattern: /^\/apps$/, load: async () => (await import('./screens/apps/apps-screen.tsx')).AppsScreen },
  {
    pattern: /^\/apps\/([^/]+)$/,
    load: async () => (await import('./screens/apps/app-screen.tsx')).AppScreen,
  },
  {
    pattern: /^\/apps\/([^/]+\/tiles\/[^/]+)$/,
    load: async () => (await import('./screens/tiles/tile-screen.tsx')).TileScreen,
  },
  {
    pattern: /^\/apps\/([^/]+\/stories\/[^/]+)$/,
    load: async () => (await import('./screens/stories/story-screen.tsx')).StoryScreen,
  },
  {
    pattern: /^\/apps\/([^/]+\/dashboards\/[^/]+)\/build$/,
    load: async () => (await import('./screens/dashboards/build-screen.tsx')).BuildScreen,
  },
  {
    pattern: /^\/apps\/([^/]+\/dashboards\/[^/]+)$/,
    load: async () => (await import('./screens/dashboards/dashboard-screen.tsx')).DashboardScreen,
  },
];

export function App(): VNode {
  return (
    <>
      <Content />
      <Toasts />
    </>
  );
}

function Content(): VNode {
  if (startProblem.value !== undefined) {
    return (
      <main class="sign-in">
        <Empty title="The server cannot be reached">
          <p>{startProblem.value}</p>
          <button type="button" class="button button-main" onClick={() => void readSession()}>
            Try again
          </button>
        </Empty>
      </main>
    );
  }
  if (me.value === undefined) return <div aria-busy="true" />;
  if (me.value === null) return <SignInPage />;
  return (
    <Shell>
      <View />
    </Shell>
  );
}

function View(): VNode | null {
  const route = routes.find(({ pattern }) => pattern.test(path.value));
  const [shown, setShown] = useState<{ route: Route; Shown: ComponentType<{ readonly id: string }> }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (path.value === '/') navigate('/embed-settings', { replace: true });
    setFailed(false);
    route?.load().then(
      (Shown) => setShown({ route, Shown }),
      () => setFailed(true),
    );
  }, [route]);
  if (failed) {
    return (
      <Screen title="This view could not be loaded">
        <p>The app may have been updated meanwhile, or the connection is gone. Reload the page.</p>
      </Screen>
    );
  }
  if (path.value === '/') return null;
  if (!route) {
    return (
      <Screen title="There is no such view">
        <p>
          The address may be mistyped. <Link to="/embed-settings">Go to Embed Settings</Link>
        </p>
      </Screen>
    );
  }
  if (shown?.route !== route) return <Skeleton lines={6} />;
  const id = decodeURIComponent(route.pattern.exec(path.value)?.[1] ?? '');
  return <shown.Shown id={id} />;
}
