import { embedSettings } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { firstApp, lastExchange, publishedEmbed, usageToday } from './queries.ts';

export const embedSettingsScreen = screen({
  path: '/embed-settings/:section?',
  nav: {
    group: 'Embedding',
    title: 'Embed Settings',
    key: 's',
    words: 'client secret key jwks issuer audience endpoint checklist',
  },
  commands: [
    { title: 'Re-generate secret', to: '/embed-settings', words: 'client secret rotate' },
    { title: 'Check token', to: '/embed-settings/check-token', words: 'assertion jwt truncated' },
    { title: 'Security', to: '/embed-settings/security', words: 'replay origins revoke token life' },
    {
      title: 'Server code',
      to: '/embed-settings/server-code',
      words: 'snippet node python java php go csharp curl',
    },
  ],
  load: async () => (await import('./embed-settings-screen.tsx')).EmbedSettingsScreen,
  queries: ({ section }) => {
    if (section === undefined) return [embedSettings, lastExchange, publishedEmbed, usageToday];
    return section === 'server-code' ? [embedSettings, firstApp] : [embedSettings];
  },
});
