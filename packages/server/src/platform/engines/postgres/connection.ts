import { networkFields } from '../network-fields.ts';
import { DEFAULT_PORT } from './default-port.ts';

export const connectionFields = networkFields({
  port: { usual: DEFAULT_PORT },
  database: { placeholder: 'analytics', isRequired: true },
});
