import { defineEngine } from '../define-engine.ts';
import { networkFields } from '../network-fields.ts';
import { clickhouse as dialect } from './dialect.ts';

export const clickhouse = defineEngine({
  name: 'clickhouse',
  label: 'ClickHouse',
  about: 'ClickHouse, over its HTTP interface.',
  example: 'Our events',
  fields: networkFields({
    port: { usual: 8443, help: '8123 without TLS.' },
    database: { placeholder: 'default', isRequired: false },
  }),
  dialect,
  highlighting: 'standard',
});
