import { defineEngine } from '../define-engine.ts';
import { networkFields } from '../network-fields.ts';
import { trino as dialect } from './dialect.ts';

export const trino = defineEngine({
  name: 'trino',
  label: 'Trino',
  about: 'Trino, and the data lakes and warehouses it queries.',
  example: 'Our lake',
  fields: networkFields({
    port: { usual: 8443, help: '8080 without TLS.' },
    database: { label: 'Catalog, or catalog/schema', placeholder: 'hive/sales', isRequired: true },
  }),
  dialect,
  highlighting: 'standard',
});
