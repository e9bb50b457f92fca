import { listQuery, query } from '../../api/query.ts';

export const auditFilters = ['action', 'outcome', 'actor', 'target', 'from', 'to'] as const;

export const auditEvents = (search: URLSearchParams) =>
  listQuery('/audit-events', search, { filters: auditFilters, limit: 50 });

export const tenantSettings = query('/tenant-settings');

/** The file with all events that the filters of the screen match. */
export function exportAddress(format: 'csv' | 'ndjson', search: URLSearchParams): string {
  const chosen = auditFilters
    .map((name) => [name, search.get(name) ?? ''])
    .filter(([, value]) => value !== '');
  const query = new URLSearchParams(chosen);
  return `/api/v0/audit-events/export.${format}${query.size === 0 ? '' : `?${query}`}`;
}
