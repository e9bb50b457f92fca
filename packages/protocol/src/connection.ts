import Type from 'typebox';
import { exact, Identifier, Label, Nullable, Timestamp, type Wire } from './schema-parts.ts';

export const CONNECTION_KINDS = ['duckdb', 'postgres', 'mysql', 'clickhouse', 'trino'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** The fields that may hold `{{ secrets.x }}` and `{{ attributes.x }}`, and then need a list of allowed values. */
export const LISTED_FIELDS = ['host', 'database', 'user'] as const;
export type ListedField = (typeof LISTED_FIELDS)[number];

const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^[^\\u0000]*$', description });
const values = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { minItems: 1, maxItems: 10_000 }),
);
const templated = 'May hold `{{ secrets.x }}` and `{{ attributes.x }}` of the viewer.';

const Allowed = Type.Object(
  { host: values, database: values, user: values },
  {
    ...exact,
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

const { kind, password } = fields;
const settings = {
  host: Type.Optional(fields.host),
  port: Type.Optional(fields.port),
  database: Type.Optional(fields.database),
  user: Type.Optional(fields.user),
  tls: Type.Optional(fields.tls),
  certificateAuthority: Type.Optional(fields.certificateAuthority),
  allowed: Type.Optional(fields.allowed),
};

export const ConnectionDefinitionSchema = Type.Object({ kind, ...settings }, exact);
/** A connection as an administrator describes it; its name and its encrypted password are stored separately. */
export type ConnectionDefinition = Wire<typeof ConnectionDefinitionSchema>;

export const NewConnectionSchema = Type.Object(
  { id: Type.Optional(Identifier), name: Label(1), kind, ...settings, password: Type.Optional(password) },
  { ...exact, title: 'NewConnection' },
);
export type NewConnection = Wire<typeof NewConnectionSchema>;

export const ConnectionChangeSchema = Type.Object(
  {
    name: Type.Optional(Label(1)),
    host: Type.Optional(Nullable(fields.host)),
    port: Type.Optional(Nullable(fields.port)),
    database: Type.Optional(Nullable(fields.database)),
    user: Type.Optional(Nullable(fields.user)),
    password: Type.Optional(Nullable(password)),
    tls: Type.Optional(fields.tls),
    certificateAuthority: Type.Optional(Nullable(fields.certificateAuthority)),
    allowed: Type.Optional(Nullable(fields.allowed)),
  },
  { ...exact, minProperties: 1, title: 'ConnectionChange' },
);
/** Only the fields that are present change; null removes one. */
export type ConnectionChange = Wire<typeof ConnectionChangeSchema>;

export const ConnectionSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind,
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
/** A connection as the API returns it. */
export type Connection = Wire<typeof ConnectionSchema>;

export const ConnectionTestSchema = Type.Object(
  {
    ok: Type.Boolean(),
    code: Nullable(Type.String({ description: 'Such as `UNREACHABLE` or `WRONG_CREDENTIALS`.' })),
    message: Type.String(),
    detail: Nullable(Type.String({ description: "In the database's own words, without credentials." })),
  },
  { title: 'ConnectionTest' },
);
export type ConnectionTest = Wire<typeof ConnectionTestSchema>;

const TableSchema = Type.Object(
  {
    schema: Type.String(),
    name: Type.String(),
    columns: Type.Array(
      Type.Object(
        { name: Type.String(), type: Type.String(), nullable: Type.Boolean() },
        { title: 'TableColumn' },
      ),
    ),
  },
  { title: 'Table' },
);
export type Table = Wire<typeof TableSchema>;

export const TableListSchema = Type.Object({ data: Type.Array(TableSchema) }, { title: 'TableList' });
