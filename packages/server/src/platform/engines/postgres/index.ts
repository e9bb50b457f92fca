import { defineEngine } from '../define-engine.ts';
import { connectionFields } from './connection.ts';
import { postgres as dialect } from './dialect.ts';

export const postgres = defineEngine({
  name: 'postgres',
  label: 'PostgreSQL',
  about: 'PostgreSQL and databases with a compatible protocol.',
  example: 'Our warehouse',
  fields: connectionFields,
  dialect,
  highlighting: 'postgresql',
});
