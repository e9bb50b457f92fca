import { allWorkspaces, appQuery, embedsOfApp } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { appList, itemsOfApp } from './queries.ts';

export const appsScreen = screen({
  path: '/apps',
  nav: { group: 'content', title: 'apps', key: 'a', keywords: 'tiles stories dashboards' },
  load: async () => (await import('./apps-screen.tsx')).AppsScreen,
  messages: 'content',
  queries: (_, search) => [appList(search), allWorkspaces],
});

export const appScreen = screen({
  path: '/apps/:app',
  load: async () => (await import('./app-screen.tsx')).AppScreen,
  messages: ['content', 'charts'],
  queries: ({ app }, search) => {
    const tab = search.get('tab') ?? 'dashboards';
    const isList = tab === 'dashboards' || tab === 'stories' || tab === 'tiles';
    return [appQuery(app), ...(isList ? [itemsOfApp(tab, app, search), embedsOfApp(app)] : [])];
  },
});
