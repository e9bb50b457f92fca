import { listQuery, query } from '../../api/query.ts';

export const connectionList = (search: URLSearchParams) => listQuery('/connections', search);
export const connectionQuery = (id: string) => query('/connections/{id}', { path: { id } });
export const tablesOf = (id: string) => query('/connections/{id}/tables', { path: { id } });
export const datasetsOfConnection = (connection: string) =>
  query('/datasets', { query: { connection, limit: 50 } });
