import { listQuery, query } from '../../api/query.ts';

export type NamedPlural = 'groups' | 'workspaces';

export const namedList = (plural: NamedPlural, search: URLSearchParams) => listQuery(`/${plural}`, search);
export const namedQuery = (plural: NamedPlural, id: string) => query(`/${plural}/{id}`, { path: { id } });

export const membersOfGroup = (group: string) => query('/users', { query: { group, limit: 1 } });
export const appsOfWorkspace = (workspace: string) => query('/apps', { query: { workspace, limit: 1 } });
export const datasetsOfWorkspace = (workspace: string) =>
  query('/datasets', { query: { workspace, limit: 1 } });
export const usersOfWorkspace = (workspace: string) => query('/users', { query: { workspace, limit: 1 } });
