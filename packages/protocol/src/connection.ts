import Type from 'typebox';
import { Identifier, Label, Nullable, Timestamp, type Wire } from './schema-parts.ts';

const ConnectionFieldSchema = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    help: Nullable(Type.String()),
    type: Type.Enum(['text', 'multiline', 'integer', 'choice', 'secret'], {
      description: '`secret` is stored encrypted and never returned.',
    }),
    required: Type.Boolean(),
    default: Nullable(Type.Union([Type.String(), Type.Integer()])),
    placeholder: Nullable(Type.String()),
    minimum: Nullable(Type.Integer()),
    maximum: Nullable(Type.Integer()),
    choices: Nullable(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }, { title: 'FieldChoice' })),
    ),
    onlyIf: Nullable(
      Type.Object(
        { field: Type.String(), value: Type.String() },
        {
          title: 'FieldCondition',
          description: 'The field applies only while another field has this value.',
        },
      ),
    ),
    readsContext: Type.Boolean({
      description:
        'The value can contain `{{ secrets.x }}` and `{{ attributes.x }}` of the viewer. Fields other than secrets then require `allowed` values.',
    }),
  },
  { title: 'ConnectionField' },
);
export type ConnectionField = Wire<typeof ConnectionFieldSchema>;

export const EngineSchema = Type.Object(
  {
    name: Type.String({ description: 'Value of `kind` in connections of this engine.' }),
    label: Type.String(),
    about: Type.String(),
    example: Type.String({ description: 'Suggested name for a connection.' }),
    readsFiles: Type.Boolean({
      description: 'True if the engine reads uploaded files, each of which is a table.',
    }),
    sql: Type.Object(
      {
        highlighting: Type.Enum(['postgresql', 'mariadb', 'standard'], {
          description: 'Closest syntax that SQL editors support.',
        }),
        quote: Type.String({ description: 'Character that quotes identifiers.' }),
      },
      { title: 'EngineSql' },
    ),
    fields: Type.Array(ConnectionFieldSchema),
  },
  { title: 'Engine' },
);
/** An engine and its connection fields, described by the server so that clients do not list engines (ADR 265). */
export type Engine = Wire<typeof EngineSchema>;

/** Common fields of connections; the server adds the fields of its engines. */
export const ConnectionSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Type.String({ description: 'Name of an engine.' }),
    hasPassword: Type.Boolean(),
    allowed: Nullable(Type.Record(Type.String(), Type.Array(Type.String()))),
    reads: Type.Array(Type.String(), {
      description: "Entries of the viewer's context that the connection uses, such as `secrets.warehouse`.",
    }),
    version: Type.Integer(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Connection' },
);
/** A connection as the API returns it. */
export type Connection = Wire<typeof ConnectionSchema> & { readonly [field: string]: unknown };

/** A connection as its form edits it. Secrets are left out unless they change. */
export interface ConnectionValues {
  /** Of a new one. */
  readonly id?: string;
  readonly name: string;
  readonly allowed?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly [field: string]: unknown;
}

/** The schema of the values for an engine, made from the fields that it describes. */
export const connectionValuesSchema = ({ fields }: Engine) =>
  Type.Unsafe<ConnectionValues>(
    Type.Object({
      id: Type.Optional(Identifier),
      name: Label(1),
      allowed: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
      ...Object.fromEntries(fields.map((field) => [field.name, valueSchema(field)])),
    }),
  );

function valueSchema({ type, required, choices, minimum, maximum }: ConnectionField) {
  if (type === 'secret') return Type.Optional(Type.String());
  const value =
    type === 'integer'
      ? Type.Integer({ ...(minimum !== null && { minimum }), ...(maximum !== null && { maximum }) })
      : type === 'choice'
        ? Type.Enum(choices?.map((choice) => choice.value) ?? [])
        : Type.String({ minLength: required ? 1 : 0 });
  return required ? value : Nullable(value);
}

export const ConnectionTestSchema = Type.Object(
  {
    ok: Type.Boolean(),
    code: Nullable(Type.String({ description: 'Error code, such as `UNREACHABLE` or `WRONG_CREDENTIALS`.' })),
    message: Type.String(),
    detail: Nullable(Type.String({ description: 'Message from the database, without credentials.' })),
  },
  { title: 'ConnectionTest' },
);
export type ConnectionTest = Wire<typeof ConnectionTestSchema>;

export const TableSchema = Type.Object(
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
