import { screen } from '../../screen.ts';
import { auditEvents } from './queries.ts';

export const auditScreen = screen({
  path: '/audit',
  nav: { group: 'Activity', title: 'Audit', key: 'l', words: 'events log who did what' },
  commands: [
    {
      title: 'Refused exchanges',
      to: '/audit?action=token.issue&outcome=refused',
      words: 'token failures errors',
    },
    { title: 'Failed sign-ins', to: '/audit?action=login&outcome=refused', words: 'login failures' },
  ],
  messages: 'activity',
  load: async () => (await import('./audit-screen.tsx')).AuditScreen,
  queries: (_, search) => [auditEvents(search)],
});
