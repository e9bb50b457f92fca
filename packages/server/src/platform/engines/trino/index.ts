import { defineEngine } from '../define-engine.ts';
import { connectionFields } from './connection.ts';
import { trino as dialect } from './dialect.ts';

export const trino = defineEngine({
  name: 'trino',
  label: 'Trino',
  about: 'Trino, and the data lakes and warehouses it queries.',
  example: 'Our lake',
  fields: connectionFields,
  dialect,
  highlighting: 'standard',
});
