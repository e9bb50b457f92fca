import { defineEngine } from '../define-engine.ts';
import { networkFields } from '../network-fields.ts';
import { DEFAULT_PORT } from './default-port.ts';
import { mysql as dialect } from './dialect.ts';

export const mysql = defineEngine({
  name: 'mysql',
  label: 'MySQL or MariaDB',
  about: 'MySQL 8 and MariaDB 10.6 or newer.',
  example: 'Our shop',
  fields: networkFields({
    port: { usual: DEFAULT_PORT },
    database: { placeholder: 'shop', isRequired: true },
  }),
  dialect,
  highlighting: 'mariadb',
});
