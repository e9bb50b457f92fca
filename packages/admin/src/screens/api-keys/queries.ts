import { listQuery, query } from '../../api/query.ts';

export const apiKeyList = (search: URLSearchParams) => listQuery('/api-keys', search);
export const apiKeyQuery = (id: string) => query('/api-keys/{id}', { path: { id } });
