import { allApps, embedQuery, embedSettings } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { loadEmbedDialog } from './load-embed-dialog.ts';
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
  dialog: loadEmbedDialog,
  queries: ({ id }, search) => [
    ...(id === undefined ? [] : [embedQuery(id)]),
    embedList(search),
    allApps,
    usageOfMonth,
    embedSettings,
  ],
});

export const embedPreviewScreen = screen({
  path: '/embeds/:id/preview',
  messages: 'embeds',
  load: async () => (await import('./preview-screen.tsx')).PreviewScreen,
  queries: ({ id }) => [embedQuery(id), sampleContext(id)],
});
