import { networkFields } from '../network-fields.ts';

export const DEFAULT_PORT = 3306;

export const connectionFields = networkFields({
  port: { usual: DEFAULT_PORT },
  database: { placeholder: 'shop', isRequired: true },
});
