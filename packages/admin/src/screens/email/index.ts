import { screen } from '../../screen.ts';
import { allThemes } from '../themes/queries.ts';
import { mailSettings } from './queries.ts';

export const emailScreen = screen({
  path: '/email',
  needs: ['settings:read'],
  nav: {
    group: 'tenant',
    title: 'email',
    key: 'n',
    keywords: 'mail smtp server sender invitation password reset notification',
  },
  load: async () => (await import('./email-screen.tsx')).EmailScreen,
  messages: 'tenant',
  queries: () => [mailSettings, allThemes],
});
