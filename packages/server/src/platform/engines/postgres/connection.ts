import { networkFields } from '../network-fields.ts';

export const DEFAULT_PORT = 5432;

export const connectionFields = networkFields({
  port: { usual: DEFAULT_PORT },
  database: { placeholder: 'analytics', isRequired: true },
});
