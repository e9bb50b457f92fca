import { allWorkspaces } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { loadApiKeyDialog } from './load-api-key-dialog.ts';
import { apiKeyList, apiKeyQuery } from './queries.ts';

export const apiKeysScreen = screen({
  path: '/api-keys/:id?',
  needs: ['keys:read'],
  nav: {
    group: 'tenant',
    title: 'apiKeys',
    key: 'k',
    keywords: 'token secret pipeline deploy service account scope',
  },
  commands: [{ title: 'createApiKey', to: '/api-keys?new=1', keywords: 'add token', needs: ['keys:write'] }],
  messages: 'tenant',
  load: async () => (await import('./api-keys-screen.tsx')).ApiKeysScreen,
  dialog: loadApiKeyDialog,
  queries: ({ id }, search) => [
    ...(id === undefined ? [] : [apiKeyQuery(id)]),
    apiKeyList(search),
    allWorkspaces,
  ],
});
