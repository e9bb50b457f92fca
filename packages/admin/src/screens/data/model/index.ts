import { allConnections } from '../../../api/common-queries.ts';
import { screen } from '../../../screen.ts';
import { modelOfConnection } from '../datasets/queries.ts';

export const modelScreen = screen({
  path: '/model',
  needs: ['data:read'],
  nav: { group: 'data', title: 'model', key: 'm', keywords: 'relationships joins' },
  messages: 'data',
  load: async () => (await import('./model-screen.tsx')).ModelScreen,
  queries: (_, search) => {
    const connection = search.get('connection');
    return [allConnections, ...(connection ? [modelOfConnection(connection)] : [])];
  },
});
