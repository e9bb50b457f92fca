import { allApps, embedQuery, embedSettings } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { embedList, sampleContext, usageOfMonth } from './queries.ts';

export const embedsScreen = screen({
  path: '/embeds/:id?',
  nav: {
    group: 'embedding',
    title: 'embeds',
    key: 'e',
    keywords: 'snippet script tag sdk react identifier alias',
  },
  messages: 'embeds',
  load: async () => (await import('./embeds-screen.tsx')).EmbedsScreen,
  queries: ({ id }, search) => [
    embedList(search),
    allApps,
    usageOfMonth,
    embedSettings,
    ...(id === undefined ? [] : [embedQuery(id)]),
  ],
});

export const embedPreviewScreen = screen({
  path: '/embeds/:id/preview',
  messages: 'embeds',
  load: async () => (await import('./preview-screen.tsx')).PreviewScreen,
  queries: ({ id }) => [embedQuery(id), sampleContext(id)],
});
