import {
  allApps,
  allConnections,
  allDatasets,
  allWorkspaces,
  engineList,
} from '../../../api/common-queries.ts';
import { screen } from '../../../screen.ts';
import { allDashboards } from './queries.ts';

export const startScreen = screen({
  path: '/start',
  messages: ['start', 'data'],
  load: async () => (await import('./start-screen.tsx')).StartScreen,
  queries: () => [allConnections, engineList, allDatasets, allApps, allDashboards, allWorkspaces],
});
