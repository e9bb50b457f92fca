import { screen } from '../../screen.ts';
import { tenantSettings } from './queries.ts';

export const settingsScreen = screen({
  path: '/settings',
  nav: {
    group: 'Tenant',
    title: 'Settings',
    key: 'y',
    words: 'language time zone week fiscal year currency calendar locale money',
  },
  messages: 'tenant',
  load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  queries: () => [tenantSettings],
});
