import { listQuery, query } from '../../api/query.ts';

export const auditFilters = ['action', 'outcome', 'actor', 'target', 'from', 'to'] as const;

export const auditEvents = (search: URLSearchParams) =>
  listQuery('/audit-events', search, { filters: auditFilters, limit: 50 });

export const tenantSettings = query('/tenant-settings');
