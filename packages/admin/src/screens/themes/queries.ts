import { listQuery, query } from '../../api/query.ts';

export const themeList = (search: URLSearchParams) => listQuery('/themes', search);
export const allThemes = query('/themes', { query: { limit: 200 } });
export const themeQuery = (name: string) => query('/themes/{name}', { path: { name } });
