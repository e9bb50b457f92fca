import { screen } from '../../screen.ts';
import { auditEvents, tenantSettings } from './queries.ts';

export const auditScreen = screen({
  path: '/audit',
  needs: ['audit:read'],
  nav: { group: 'activity', title: 'audit', key: 'l', keywords: 'events log who did what exports retention' },
  commands: [
    {
      title: 'refusedExchanges',
      to: '/audit?action=token.issue&outcome=refused',
      keywords: 'token failures errors',
    },
    { title: 'failedSignIns', to: '/audit?action=login&outcome=refused', keywords: 'login failures' },
  ],
  messages: 'activity',
  load: async () => (await import('./audit-screen.tsx')).AuditScreen,
  queries: (_, search) => [auditEvents(search), tenantSettings],
});
