import { embedSettings } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { firstApp, lastExchange, publishedEmbed, usageToday } from './queries.ts';

export const embedSettingsScreen = screen({
  path: '/embed-settings/:section?',
  needs: ['settings:read'],
  nav: {
    group: 'embedding',
    title: 'embedSettings',
    key: 's',
    keywords: 'client secret key jwks issuer audience endpoint checklist',
  },
  commands: [
    {
      title: 'regenerateSecret',
      to: '/embed-settings',
      keywords: 'client secret rotate',
      needs: ['keys:write'],
    },
    { title: 'checkToken', to: '/embed-settings/check-token', keywords: 'assertion jwt truncated' },
    { title: 'security', to: '/embed-settings/security', keywords: 'replay origins revoke token life' },
    {
      title: 'serverCode',
      to: '/embed-settings/server-code',
      keywords: 'snippet node python java php go csharp curl',
    },
  ],
  messages: 'embedSettings',
  load: async () => (await import('./embed-settings-screen.tsx')).EmbedSettingsScreen,
  queries: ({ section }) => {
    if (section === undefined) return [embedSettings, lastExchange, publishedEmbed, usageToday];
    return section === 'server-code' ? [embedSettings, firstApp] : [embedSettings];
  },
});
