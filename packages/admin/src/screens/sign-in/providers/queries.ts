import { query } from '../../../api/query.ts';

export const providerList = query('/identity-providers', { query: { limit: 200 } });
export const providerQuery = (id: string) => query('/identity-providers/{id}', { path: { id } });
