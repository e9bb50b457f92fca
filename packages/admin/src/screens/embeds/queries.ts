import { listQuery, query } from '../../api/query.ts';

export const embedList = (search: URLSearchParams) =>
  listQuery('/embeds', search, { filters: ['q', 'app', 'state'] });

export const appsById = (ids: readonly string[]) =>
  query('/apps', { query: { limit: 200, ids: ids.join(',') } });

export const usageOfMonth = query('/usage', { query: { days: 30 } });

export const sampleContext = (id: string) => query('/embeds/{id}/sample-context', { path: { id } });
