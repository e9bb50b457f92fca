import { defineEngine } from '../define-engine.ts';
import { connectionFields } from './connection.ts';
import { clickhouse as dialect } from './dialect.ts';

export const clickhouse = defineEngine({
  name: 'clickhouse',
  label: 'ClickHouse',
  about: 'ClickHouse, over its HTTP interface.',
  example: 'Our events',
  fields: connectionFields,
  dialect,
  highlighting: 'standard',
});
