import {
  allWorkspaces,
  appQuery,
  datasetsOfApp,
  embedsOf,
  embedsOfApp,
  tilesOfApp,
} from '../../api/common-queries.ts';
import { type Screen, screen } from '../../screen.ts';
import { contentQuery } from '../content/queries.ts';
import { appList, itemsOfApp } from './queries.ts';

const appsScreen = screen({
  path: '/apps',
  nav: { group: 'content', title: 'apps', key: 'a', keywords: 'tiles stories dashboards' },
  load: async () => (await import('./apps-screen.tsx')).AppsScreen,
  messages: 'content',
  queries: (_, search) => [appList(search), allWorkspaces],
});

const appScreen = screen({
  path: '/apps/:app',
  load: async () => (await import('./app-screen.tsx')).AppScreen,
  messages: ['content', 'charts'],
  queries: ({ app }, search) => {
    const tab = search.get('tab') ?? 'dashboards';
    const isList = tab === 'dashboards' || tab === 'stories' || tab === 'tiles';
    return [appQuery(app), ...(isList ? [itemsOfApp(tab, app, search), embedsOfApp(app)] : [])];
  },
});

/** What the editors of content use. */
const EDITOR = ['content', 'conditions', 'editor', 'charts', 'ui'] as const;

const newTileScreen = screen({
  path: '/apps/:app/tiles/new',
  load: async () => (await import('../tiles/tile-screen.tsx')).NewTileScreen,
  messages: EDITOR,
  queries: ({ app }) => [datasetsOfApp(app)],
});

const tileScreen = screen({
  path: '/apps/:app/tiles/:id',
  load: async () => (await import('../tiles/tile-screen.tsx')).TileScreen,
  messages: EDITOR,
  queries: ({ app, id }) => [contentQuery('tiles', id), datasetsOfApp(app)],
});

const newStoryScreen = screen({
  path: '/apps/:app/stories/new',
  load: async () => (await import('../stories/story-screen.tsx')).NewStoryScreen,
  messages: EDITOR,
  queries: ({ app }) => [tilesOfApp(app), datasetsOfApp(app)],
});

const storyScreen = screen({
  path: '/apps/:app/stories/:id',
  load: async () => (await import('../stories/story-screen.tsx')).StoryScreen,
  messages: EDITOR,
  queries: ({ app, id }) => [contentQuery('stories', id), tilesOfApp(app), datasetsOfApp(app)],
});

const dashboardScreen = screen({
  path: '/apps/:app/dashboards/:id',
  load: async () => (await import('../dashboards/dashboard-screen.tsx')).DashboardScreen,
  messages: EDITOR,
  queries: ({ app, id }) => [
    contentQuery('dashboards', id),
    tilesOfApp(app),
    embedsOf('dashboard', id),
    datasetsOfApp(app),
  ],
});

export const appScreens: readonly Screen[] = [
  appsScreen,
  appScreen,
  newTileScreen,
  tileScreen,
  newStoryScreen,
  storyScreen,
  dashboardScreen,
];
