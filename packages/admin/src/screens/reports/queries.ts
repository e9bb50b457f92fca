import { listQuery, query } from '../../api/query.ts';

export const reportSettings = query('/report-settings');

export const subscriptionFilters = ['q', 'status', 'kind', 'app', 'workspace'] as const;

export const subscriptionList = (search: URLSearchParams) =>
  listQuery('/subscriptions', search, {
    filters: ['q', 'status', 'kind'],
    also: { appId: search.get('app') ?? '', workspaceId: search.get('workspace') ?? '' },
  });
export const subscriptionQuery = (id: string) => query('/subscriptions/{id}', { path: { id } });
export const deliveriesOf = (id: string) =>
  query('/subscriptions/{id}/deliveries', { path: { id }, query: { limit: 20 } });

export const DELIVERY_FILTERS = ['failed', 'unknown', 'all'] as const;
export type DeliveryFilter = (typeof DELIVERY_FILTERS)[number];

/** What failed comes first: it needs somebody. */
export const deliveryFilter = (search: URLSearchParams): DeliveryFilter =>
  DELIVERY_FILTERS.find((each) => each === search.get('state')) ?? 'failed';

export const deliveryList = (search: URLSearchParams) => {
  const state = deliveryFilter(search);
  return listQuery('/report-deliveries', search, state === 'all' ? {} : { also: { state } });
};
export const deliveryCount = (state: Exclude<DeliveryFilter, 'all'>) =>
  query('/report-deliveries', { query: { state, limit: 1 } });

export const destinationList = (search: URLSearchParams) => listQuery('/report-destinations', search);
export const destinationQuery = (id: string) => query('/report-destinations/{id}', { path: { id } });

/** The embeds of these subscriptions, for their titles. */
export const embedsById = (ids: readonly string[]) =>
  query('/embeds', { query: { limit: 200, ids: ids.join(',') } });
