import Type from 'typebox';
import { Identifier, Label, Nullable, Timestamp, type Wire } from './schema-parts.ts';

export const CONNECTION_KINDS = ['duckdb', 'postgres', 'mysql', 'clickhouse', 'trino'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** The fields that may hold `{{ secrets.x }}` and `{{ attributes.x }}` and need a list of what may come of it. */
export const LISTED_FIELDS = ['host', 'database', 'user'] as const;
export type ListedField = (typeof LISTED_FIELDS)[number];

export type AllowedValues = Readonly<Partial<Record<ListedField, readonly string[]>>>;

/** A way to data as an administrator describes it; the password is kept apart, encrypted. */
export interface ConnectionDefinition {
  readonly kind: ConnectionKind;
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly user?: string;
  readonly tls?: 'verified' | 'unverified' | 'off';
  readonly certificateAuthority?: string;
  readonly allowed?: AllowedValues;
}

const text = (most: number, description: string) =>
  Type.String({ maxLength: most, pattern: '^[^\\u0000]*$', description });
const values = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { minItems: 1, maxItems: 10_000 }),
);
const templated = 'May hold `{{ secrets.x }}` and `{{ attributes.x }}` of the viewer.';

const Allowed = Type.Object(
  { host: values, database: values, user: values },
  {
    additionalProperties: false,
    title: 'AllowedValues',
    description: 'For each field with `{{ … }}`: the whole values that may come of it. Any other is refused.',
  },
);

const fields = {
  kind: Type.Enum([...CONNECTION_KINDS], { description: '`duckdb` reads the files that were uploaded.' }),
  host: text(512, `Name or address, without protocol or path. ${templated}`),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  database: text(512, `For Trino \`catalog\` or \`catalog/schema\`. ${templated}`),
  user: text(512, templated),
  password: text(4096, `Kept encrypted and never shown again. ${templated}`),
  tls: Type.Enum(['verified', 'unverified', 'off']),
  certificateAuthority: text(65_536, "PEM of the authority that signed the database's certificate."),
  allowed: Allowed,
};

const optional = {
  host: Type.Optional(fields.host),
  port: Type.Optional(fields.port),
  database: Type.Optional(fields.database),
  user: Type.Optional(fields.user),
  password: Type.Optional(fields.password),
  tls: Type.Optional(fields.tls),
  certificateAuthority: Type.Optional(fields.certificateAuthority),
  allowed: Type.Optional(fields.allowed),
};

export const NewConnectionSchema = Type.Object(
  { id: Type.Optional(Identifier), name: Label(1), kind: fields.kind, ...optional },
  { additionalProperties: false, title: 'NewConnection' },
);

export const ConnectionChangeSchema = Type.Object(
  {
    name: Type.Optional(Label(1)),
    host: Type.Optional(Nullable(fields.host)),
    port: Type.Optional(Nullable(fields.port)),
    database: Type.Optional(Nullable(fields.database)),
    user: Type.Optional(Nullable(fields.user)),
    password: Type.Optional(Nullable(fields.password)),
    tls: Type.Optional(fields.tls),
    certificateAuthority: Type.Optional(Nullable(fields.certificateAuthority)),
    allowed: Type.Optional(Nullable(fields.allowed)),
  },
  { additionalProperties: false, minProperties: 1, title: 'ConnectionChange' },
);

export const ConnectionSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: fields.kind,
    host: Nullable(Type.String()),
    port: Nullable(Type.Integer()),
    database: Nullable(Type.String()),
    user: Nullable(Type.String()),
    hasPassword: Type.Boolean(),
    tls: fields.tls,
    certificateAuthority: Nullable(Type.String()),
    allowed: Nullable(Allowed),
    reads: Type.Array(Type.String(), {
      description: "What it reads of a viewer's context, such as `secrets.warehouse`.",
    }),
    version: Type.Integer(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Connection' },
);
/** A connection as the API shows it. */
export type Connection = Wire<typeof ConnectionSchema>;
