import { screen } from '../../screen.ts';
import { themeList, themeQuery } from './queries.ts';

export const themesScreen = screen({
  path: '/themes',
  needs: ['settings:read'],
  nav: { group: 'tenant', title: 'themes', key: 't', keywords: 'colors brand font dark mode' },
  messages: 'tenant',
  load: async () => (await import('./themes-screen.tsx')).ThemesScreen,
  queries: (_, search) => [themeList(search)],
});

export const themeScreen = screen({
  path: '/themes/:name',
  needs: ['settings:read'],
  messages: ['tenant', 'charts'],
  load: async () => (await import('./theme-screen.tsx')).ThemeScreen,
  queries: ({ name }) => (name === 'new' ? [] : [themeQuery(name)]),
});
