import { screen } from '../../../screen.ts';

export const startScreen = screen({
  path: '/start',
  needs: ['data:write'],
  messages: ['start', 'data'],
  load: async () => (await import('./start-screen.tsx')).StartScreen,
});
