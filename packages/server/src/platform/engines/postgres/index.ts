import { defineEngine } from '../define-engine.ts';
import { networkFields } from '../network-fields.ts';
import { DEFAULT_PORT } from './default-port.ts';
import { postgres as dialect } from './dialect.ts';

export const postgres = defineEngine({
  name: 'postgres',
  label: 'PostgreSQL',
  about: 'PostgreSQL and databases with a compatible protocol.',
  example: 'Our warehouse',
  fields: networkFields({
    port: { usual: DEFAULT_PORT },
    database: { placeholder: 'analytics', isRequired: true },
  }),
  dialect,
  highlighting: 'postgresql',
});
