import { allApps, allGroups, allWorkspaces } from '../../api/common-queries.ts';
import { screen } from '../../screen.ts';
import { loadUserDialog } from './load-user-dialog.ts';
import { userList, userQuery } from './queries.ts';

export const usersScreen = screen({
  path: '/users/:id?',
  needs: ['users:read'],
  nav: { group: 'people', title: 'users', key: 'u', keywords: 'accounts password role' },
  commands: [
    { title: 'createUser', to: '/users?new=1', keywords: 'add invite', needs: ['users:write'] },
    {
      title: 'importUsers',
      to: '/users/import',
      keywords: 'bulk csv json lines file',
      needs: ['users:write'],
    },
  ],
  messages: 'people',
  load: async () => (await import('./users-screen.tsx')).UsersScreen,
  dialog: loadUserDialog,
  queries: ({ id }, search) => [
    ...(id === undefined ? [] : [userQuery(id)]),
    userList(search),
    allGroups,
    allWorkspaces,
    ...(id === undefined ? [] : [allApps]),
  ],
});

export const userImportScreen = screen({
  path: '/users/import',
  needs: ['users:write'],
  messages: 'people',
  load: async () => (await import('./import/import-screen.tsx')).ImportScreen,
});
