import { listQuery } from '../../api/query.ts';

export const auditFilters = ['action', 'outcome', 'actor', 'from', 'to'] as const;

export const auditEvents = (search: URLSearchParams) =>
  listQuery('/audit-events', search, { filters: auditFilters, limit: 50 });
