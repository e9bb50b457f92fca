import { listQuery, query } from '../../api/query.ts';

export const reportSettings = query('/report-settings');

export const subscriptionFilters = ['q', 'status', 'kind', 'app', 'workspace'] as const;

export const subscriptionList = (search: URLSearchParams) =>
  listQuery('/subscriptions', search, { filters: subscriptionFilters });
export const subscriptionQuery = (id: string) => query('/subscriptions/{id}', { path: { id } });
export const deliveriesOf = (id: string) =>
  query('/subscriptions/{id}/deliveries', { path: { id }, query: { limit: 20 } });

export const deliveryList = (search: URLSearchParams) =>
  listQuery('/report-deliveries', search, { filters: ['state'] });

export const destinationList = (search: URLSearchParams) => listQuery('/report-destinations', search);
export const destinationQuery = (id: string) => query('/report-destinations/{id}', { path: { id } });

/** The embeds of these subscriptions, for their titles. */
export const embedsById = (ids: readonly string[]) =>
  query('/embeds', { query: { limit: 200, ids: ids.join(',') } });
