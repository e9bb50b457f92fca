import { screen } from '../../screen.ts';
import { loadNamedDialog } from './load-named-dialog.ts';
import {
  appsOfWorkspace,
  datasetsOfWorkspace,
  membersOfGroup,
  namedList,
  namedQuery,
  usersOfWorkspace,
} from './queries.ts';

export const groupsScreen = screen({
  path: '/groups/:id?',
  needs: ['settings:read'],
  nav: { group: 'people', title: 'groups', key: 'g', keywords: 'members' },
  commands: [{ title: 'createGroup', to: '/groups?new=1', keywords: 'add', needs: ['users:write'] }],
  messages: ['people', 'tenant'],
  load: async () => (await import('./named-screen.tsx')).GroupsScreen,
  dialog: loadNamedDialog,
  queries: ({ id }, search) => [
    ...(id === undefined ? [] : [namedQuery('groups', id), membersOfGroup(id)]),
    namedList('groups', search),
  ],
});

export const workspacesScreen = screen({
  path: '/workspaces/:id?',
  needs: ['settings:read'],
  nav: {
    group: 'tenant',
    title: 'workspaces',
    key: 'w',
    keywords: 'workspace_id separate customers isolation',
  },
  commands: [
    { title: 'createWorkspace', to: '/workspaces?new=1', keywords: 'add', needs: ['settings:write'] },
  ],
  messages: 'tenant',
  load: async () => (await import('./named-screen.tsx')).WorkspacesScreen,
  dialog: loadNamedDialog,
  queries: ({ id }, search) => [
    ...(id === undefined ? [] : [namedQuery('workspaces', id)]),
    namedList('workspaces', search),
    ...(id === undefined ? [] : [appsOfWorkspace(id), datasetsOfWorkspace(id), usersOfWorkspace(id)]),
  ],
});
