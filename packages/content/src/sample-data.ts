/** The identifiers of the sample data, by which it is found and removed. */
export const SAMPLE_DATA = {
  app: 'inlay-sample',
  dashboard: 'inlay-sample-orders',
  dataset: 'inlay-sample-orders',
  file: 'inlay_sample_orders.csv',
} as const;
