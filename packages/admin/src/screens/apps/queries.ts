import type { ItemPlural } from '../../api/content.ts';
import { listQuery, query } from '../../api/query.ts';

export const appList = (search: URLSearchParams) =>
  listQuery('/apps', search, { filters: ['q', 'workspace'] });

export const itemsOfApp = (plural: ItemPlural, app: string, search: URLSearchParams) =>
  listQuery(`/${plural}`, search, { filters: ['q', 'state'], also: { app } });
export const phrasesOfApp = (id: string) => query('/apps/{id}/phrases', { path: { id } });
