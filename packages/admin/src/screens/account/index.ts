import { screen } from '../../screen.ts';
import { ownFactors, ownSessions } from './queries.ts';

export const accountScreen = screen({
  path: '/account',
  load: async () => (await import('./account-screen.tsx')).AccountScreen,
  messages: 'access',
  queries: () => [ownFactors, ownSessions],
});
