import { MAX_WHOLE_LIMIT } from '@inlay/protocol/max-whole-limit';
import { listQuery, query } from '../../api/query.ts';

export const connectionList = (search: URLSearchParams) => listQuery('/connections', search);
export const connectionQuery = (id: string) => query('/connections/{id}', { path: { id } });
export const tablesOf = (id: string) =>
  query('/connections/{id}/tables', { path: { id }, query: { limit: MAX_WHOLE_LIMIT } });
export const datasetsOfConnection = (connection: string) =>
  query('/datasets', { query: { connection, limit: 50 } });
