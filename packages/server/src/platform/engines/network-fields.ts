import Type from 'typebox';
import { isPlainHost, PLAIN_HOST } from '../egress/plain-host.ts';
import type { ConnectionFields } from './connection-field.ts';

const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^[^\\u0000]*$', description });
const templated = 'Can contain `{{ secrets.x }}` and `{{ attributes.x }}` of the viewer.';

const HOST = text(512, `Host name or IP address, without protocol or path. ${templated}`);
const PORT = Type.Integer({ minimum: 1, maximum: 65_535 });
const DATABASE = text(512, templated);
const USER = text(512, templated);
const PASSWORD = text(4096, `Stored encrypted and never shown again. ${templated}`);
const TLS = Type.Enum(['verified', 'unverified', 'off']);
const CERTIFICATE = text(65_536, "PEM certificate of the authority that signed the database's certificate.");

interface NetworkOptions<Required extends boolean> {
  readonly port: { readonly usual: number; readonly help?: string };
  readonly database: {
    readonly label?: string;
    readonly placeholder: string;
    readonly isRequired: Required;
  };
}

/** The fields of a database that is reached over the network with a user and a password. */
export const networkFields = <const Required extends boolean>({ port, database }: NetworkOptions<Required>) =>
  ({
    host: {
      schema: HOST,
      label: 'Host',
      help: 'Host name or IP address, without https://',
      placeholder: 'db.example.com',
      isRequired: true,
      readsContext: true,
      problemWith: (host) => (isPlainHost(host) ? undefined : PLAIN_HOST),
    },
    port: {
      schema: PORT,
      label: 'Port',
      placeholder: String(port.usual),
      ...(port.help === undefined ? {} : { help: port.help }),
    },
    database: { label: 'Database', ...database, schema: DATABASE, readsContext: true, keepsPassword: true },
    user: {
      schema: USER,
      label: 'User',
      help: 'Use a user with read-only access.',
      placeholder: 'inlay_reader',
      isRequired: true,
      readsContext: true,
      keepsPassword: true,
    },
    password: { schema: PASSWORD, label: 'Password', help: 'Stored encrypted and never shown again.' },
    tls: {
      schema: TLS,
      label: 'Encryption (TLS)',
      default: 'verified',
      choices: {
        verified: 'On (verify certificate)',
        unverified: 'On (do not verify certificate)',
        off: 'Off (unencrypted)',
      },
    },
    certificateAuthority: {
      schema: CERTIFICATE,
      label: 'CA certificate (PEM)',
      placeholder: '-----BEGIN CERTIFICATE-----',
      isMultiline: true,
      onlyIf: { field: 'tls', value: 'verified' },
    },
  }) as const satisfies ConnectionFields;
