import { listQuery, query } from '../../api/query.ts';

export const userFilters = ['q', 'role', 'group', 'workspace', 'status'] as const;

export const userList = (search: URLSearchParams) => listQuery('/users', search, { filters: userFilters });
export const userQuery = (id: string) => query('/users/{id}', { path: { id } });
