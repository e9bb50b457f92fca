import { allGroups, allWorkspaces } from '../../api/common-queries.ts';
import { type Screen, screen } from '../../screen.ts';
import { ownSessions } from '../account/queries.ts';
import { providerList, providerQuery } from './providers/queries.ts';
import { signInSettings } from './queries.ts';

const signInScreen = screen({
  path: '/sign-in',
  needs: ['settings:read'],
  nav: {
    group: 'tenant',
    title: 'signIn',
    key: 'i',
    keywords: 'login password second factor session idle timeout sso provider oidc saml',
  },
  load: async () => (await import('./sign-in-screen.tsx')).SignInScreen,
  messages: ['access', 'people', 'providers'],
  queries: () => [signInSettings, ownSessions, providerList],
});

const providerScreen = screen({
  path: '/sign-in/providers/:id',
  needs: ['settings:read'],
  messages: ['access', 'people', 'providers', 'conditions'],
  load: async () => (await import('./providers/provider-screen.tsx')).ProviderScreen,
  queries: ({ id }) => [...(id === 'new' ? [] : [providerQuery(id)]), allGroups, allWorkspaces],
});

export const signInScreens: readonly Screen[] = [signInScreen, providerScreen];
