import { datasetsOfApp } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { contentQuery } from '../content/queries.ts';

export const newTileScreen = screen({
  path: '/apps/:app/tiles/new',
  load: async () => (await import('./tile-screen.tsx')).NewTileScreen,
  messages: ['content', 'conditions', 'editor', 'charts', 'ui'],
  queries: ({ app }) => [datasetsOfApp(app)],
});

export const tileScreen = screen({
  path: '/apps/:app/tiles/:id',
  load: async () => (await import('./tile-screen.tsx')).TileScreen,
  messages: ['content', 'conditions', 'editor', 'charts', 'ui'],
  queries: ({ app, id }) => [contentQuery('tiles', id), datasetsOfApp(app)],
});
