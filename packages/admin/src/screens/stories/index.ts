import { datasetsOfApp, tilesOfApp } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { contentQuery } from '../content/queries.ts';

export const newStoryScreen = screen({
  path: '/apps/:app/stories/new',
  load: async () => (await import('./story-screen.tsx')).NewStoryScreen,
  messages: ['content', 'conditions', 'editor', 'charts', 'ui'],
  queries: ({ app }) => [tilesOfApp(app), datasetsOfApp(app)],
});

export const storyScreen = screen({
  path: '/apps/:app/stories/:id',
  load: async () => (await import('./story-screen.tsx')).StoryScreen,
  messages: ['content', 'conditions', 'editor', 'charts', 'ui'],
  queries: ({ app, id }) => [contentQuery('stories', id), tilesOfApp(app), datasetsOfApp(app)],
});
