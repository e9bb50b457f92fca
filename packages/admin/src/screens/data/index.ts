import { engineList } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { connectionList, connectionQuery, datasetsOfConnection } from './queries.ts';

export const connectionsScreen = screen({
  path: '/connections',
  needs: ['data:read'],
  nav: { group: 'data', title: 'connections', key: 'c', keywords: 'database warehouse engine' },
  commands: [
    {
      title: 'addConnection',
      to: '/connections/new',
      keywords: 'database connect new',
      needs: ['data:write'],
    },
  ],
  messages: 'data',
  load: async () => (await import('./connections-screen.tsx')).ConnectionsScreen,
  queries: (_, search) => [connectionList(search), engineList],
});

export const newConnectionScreen = screen({
  path: '/connections/new',
  needs: ['data:write'],
  messages: 'data',
  load: async () => (await import('./connection-screen.tsx')).NewConnectionScreen,
  queries: () => [engineList],
});

export const connectionScreen = screen({
  path: '/connections/:id',
  needs: ['data:read'],
  messages: 'data',
  load: async () => (await import('./connection-screen.tsx')).ConnectionScreen,
  queries: ({ id }) => [connectionQuery(id), engineList, datasetsOfConnection(id)],
});
