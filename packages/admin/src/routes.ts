import { findAdminView, requestsOf } from '@inlay/protocol/admin-view';
import { effect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { askAhead } from './api/ahead.ts';
import { openingViews } from './opening-views.ts';
import { path, query } from './router.ts';
import { showFont } from './shell/font.ts';
import { keepShell } from './worker/keep-shell.ts';

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
    load: async () => (await import('./screens/named/groups-screen.tsx')).GroupsScreen,
  },
  {
    pattern: /^\/workspaces(?:\/([^/]+))?$/,
    load: async () => (await import('./screens/named/workspaces-screen.tsx')).WorkspacesScreen,
  },
  {
    pattern: /^\/settings$/,
    load: async () => (await import('./screens/settings/settings-screen.tsx')).SettingsScreen,
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
  {
    pattern: /^\/themes$/,
    load: async () => (await import('./screens/themes/themes-screen.tsx')).ThemesScreen,
  },
  {
    pattern: /^\/themes\/([^/]+)$/,
    load: async () => (await import('./screens/themes/theme-screen.tsx')).ThemeScreen,
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

function requestsNow(): readonly string[] {
  const view = findAdminView(openingViews, path.value);
  return view ? requestsOf(view, path.value, query.peek()) : [];
}

/** Requests the file and the data of the current view in parallel. */
export function fetchView(): void {
  askAhead(requestsNow());
  void routeNow()
    ?.load()
    .catch(() => {});
}

/** On each navigation, data is requested before the view renders. */
export function followViews(): void {
  const seen = () => ({ path: path.value, route: routeNow(), requests: requestsNow() });
  let former = seen();
  effect(() => {
    const next = seen();
    if (next.path === former.path) return;
    // What both ask for is there already where the view stays.
    const stays = next.route === former.route;
    askAhead(next.requests.filter((asked) => !stays || !former.requests.includes(asked)));
    former = next;
  });
}

/**
 * Fetches the files of the other views one after the other while the page is idle, so that navigation waits for data only.
 * In data-saving mode, each view is fetched when it is opened.
 */
export function fetchOtherViews(): Promise<void> {
  others ??= fetchAll();
  return others;
}

let others: Promise<void> | undefined;

async function fetchAll(): Promise<void> {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData) return;
  for (const route of [routeNow(), ...routes]) {
    await new Promise<void>((done) => idle(() => done()));
    await route?.load().catch(() => {});
  }
  showFont();
  await keepShell().catch(() => {});
}

const idle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 200);
};
