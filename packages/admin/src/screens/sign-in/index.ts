import { screen } from '../../screen.ts';
import { ownSessions } from '../account/queries.ts';
import { signInSettings } from './queries.ts';

export const signInScreen = screen({
  path: '/sign-in',
  needs: ['settings:read'],
  nav: {
    group: 'tenant',
    title: 'signIn',
    key: 'i',
    keywords: 'login password second factor session idle timeout sso provider',
  },
  load: async () => (await import('./sign-in-screen.tsx')).SignInScreen,
  messages: ['access', 'people'],
  queries: () => [signInSettings, ownSessions],
});
