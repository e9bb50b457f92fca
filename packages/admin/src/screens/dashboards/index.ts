import { datasetsOfApp, embedsOf, tilesOfApp } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { contentQuery } from '../content/queries.ts';

export const dashboardScreen = screen({
  path: '/apps/:app/dashboards/:id',
  load: async () => (await import('./dashboard-screen.tsx')).DashboardScreen,
  messages: ['content', 'conditions', 'editor', 'charts', 'ui'],
  queries: ({ app, id }) => [
    contentQuery('dashboards', id),
    tilesOfApp(app),
    embedsOf('dashboard', id),
    datasetsOfApp(app),
  ],
});
