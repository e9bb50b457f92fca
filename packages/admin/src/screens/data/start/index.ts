import { screen } from '../../../screen.ts';

export const startScreen = screen({
  path: '/start',
  messages: ['start', 'data'],
  load: async () => (await import('./start-screen.tsx')).StartScreen,
});
