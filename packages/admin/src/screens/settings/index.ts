import { screen } from '../../screen.ts';
import { tenantSettings } from './queries.ts';

export const settingsScreen = screen({
  path: '/settings',
  needs: ['settings:read'],
  nav: {
    group: 'tenant',
    title: 'settings',
    key: 'y',
    keywords: 'language time zone week fiscal year currency calendar locale money',
  },
  load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  messages: ['tenant', 'charts'],
  queries: () => [tenantSettings],
});
