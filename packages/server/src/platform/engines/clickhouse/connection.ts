import { networkFields } from '../network-fields.ts';

export const connectionFields = networkFields({
  port: { usual: 8443, help: '8123 without TLS.' },
  database: { placeholder: 'default', isRequired: false },
});
