import { MAX_WHOLE_LIMIT } from '@inlay/protocol/max-whole-limit';
import { listQuery, query } from '../../../api/query.ts';

export const datasetList = (search: URLSearchParams) =>
  listQuery('/datasets', search, { filters: ['connection', 'workspace'] });
export const datasetQuery = (id: string) => query('/datasets/{id}', { path: { id } });
export const datasetUsage = (id: string) =>
  query('/datasets/{id}/usage', { path: { id }, query: { limit: MAX_WHOLE_LIMIT } });
export const firstFile = query('/files', { query: { limit: 1 } });
export const firstTile = query('/tiles', { query: { limit: 1 } });
/** The datasets of a connection and their relationships. */
export const modelOfConnection = (id: string) => query('/connections/{id}/model', { path: { id } });
