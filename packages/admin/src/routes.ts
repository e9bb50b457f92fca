import type { ComponentType } from 'preact';
import { path } from './router.ts';

export interface Route {
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

export const routeNow = (): Route | undefined => routes.find(({ pattern }) => pattern.test(path.value));

/**
 * Fetches what the other views are made of while nothing else is to do, one after the other, so that going there waits
 * for data alone. Whoever saves data gets each view when it is asked for.
 */
export async function fetchOtherViews(): Promise<void> {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData) return;
  for (const { load } of routes) {
    await new Promise<void>((done) => idle(() => done()));
    await load().catch(() => {});
  }
}

const idle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 200);
};
