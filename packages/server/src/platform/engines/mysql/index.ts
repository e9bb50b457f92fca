import { defineEngine } from '../define-engine.ts';
import { connectionFields } from './connection.ts';
import { mysql as dialect } from './dialect.ts';

export const mysql = defineEngine({
  name: 'mysql',
  label: 'MySQL or MariaDB',
  about: 'MySQL 8 and MariaDB 10.6 or newer.',
  example: 'Our shop',
  fields: connectionFields,
  dialect,
  highlighting: 'mariadb',
});
