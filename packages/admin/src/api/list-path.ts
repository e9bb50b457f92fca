import { query } from '../router.ts';

/** The address of a list, narrowed as the page's own address says. */
export function listPath(resource: string, filters: readonly string[], limit = 25): string {
  const params = new URLSearchParams({ limit: String(limit), page: query.value.get('page') ?? '1' });
  for (const name of filters) {
    const value = query.value.get(name);
    if (value) params.set(name, value);
  }
  return `${resource}?${params}`;
}
