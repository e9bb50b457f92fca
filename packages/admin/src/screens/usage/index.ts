import { screen } from '../../screen.ts';
import { quotasQuery, usageQuery } from './queries.ts';

export const usageScreen = screen({
  path: '/usage',
  needs: ['usage:read'],
  nav: {
    group: 'activity',
    title: 'usage',
    key: 'o',
    keywords: 'views exchanges refusals slow queries charts statistics quotas csv billing',
  },
  messages: ['activity', 'charts'],
  load: async () => (await import('./usage-screen.tsx')).UsageScreen,
  queries: (_, search) => [usageQuery(search), quotasQuery],
});
