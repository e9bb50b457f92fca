import { networkFields } from '../network-fields.ts';

export const connectionFields = networkFields({
  port: { usual: 8443, help: '8080 without TLS.' },
  database: { label: 'Catalog, or catalog/schema', placeholder: 'hive/sales', isRequired: true },
});
