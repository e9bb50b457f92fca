import { type Connection as ConnectionDto, ConnectionSchema } from '@inlay/protocol/connection';
import { exact, Identifier, Label, Nullable } from '@inlay/protocol/schema-parts';
import Type, { type TSchema } from 'typebox';
import type { ConnectionField, ConnectionFields } from '../../platform/engines/connection-field.ts';
import { ENGINES, type EngineName } from '../../platform/engines/engines.ts';

/** The fields of all engines. Those that share a name share its schema (ADR 265); the first one's label describes it. */
export const ALL_FIELDS: ConnectionFields = Object.fromEntries(
  ENGINES.toReversed()
    .flatMap(({ fields }) => Object.entries(fields))
    .map(([name, field]) => [name, { ...field, schema: described(name, field) }]),
);

/** Adds the labels of other engines if they differ. */
function described(name: string, { label, schema }: ConnectionField): TSchema {
  const others = ENGINES.flatMap(({ label: engine, fields: { [name]: field } }) =>
    field === undefined || field.label === label ? [] : [`${engine}: ${field.label}.`],
  );
  if (others.length === 0) return schema;
  const description = 'description' in schema ? [schema.description] : [];
  return { ...schema, description: [...description, ...others].join(' ') };
}

const { password: _, ...settings } = ALL_FIELDS;

/** The fields that may hold `{{ … }}` and then need a list of allowed values. */
export const LISTED_FIELDS = Object.keys(settings).filter((name) => settings[name]?.readsContext);

/** A connection as it is stored; its name and its encrypted password are stored separately. */
export interface ConnectionDefinition {
  readonly kind: EngineName;
  readonly allowed?: Readonly<Record<string, readonly string[]>>;
  readonly [field: string]: unknown;
}

/** A connection as a file, which its id names. */
export interface ConnectionFile extends ConnectionDefinition {
  readonly name: string;
  readonly password?: string;
}

export interface NewConnection extends ConnectionFile {
  readonly id?: string;
}

/** Only the fields that are present change; null removes one. */
export interface ConnectionChange {
  readonly name?: string;
  readonly password?: string | null;
  readonly [field: string]: unknown;
}

const kind = Type.Enum(
  ENGINES.map(({ name }) => name),
  { description: ENGINES.map(({ name, label }) => `\`${name}\`: ${label}.`).join(' ') },
);
const values = Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { minItems: 1, maxItems: 10_000 });
const allowed = Type.Object(Object.fromEntries(LISTED_FIELDS.map((name) => [name, Type.Optional(values)])), {
  ...exact,
  title: 'AllowedValues',
  description:
    'Allowed values of each field that contains `{{ … }}`, after substitution. Other values are refused.',
});

const schemasOf = (fields: ConnectionFields, wrap: (field: ConnectionField) => TSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, wrap(field)]));
const optional = ({ schema }: ConnectionField) => Type.Optional(schema);
// A field with a default cannot be removed.
const removable = ({ schema, default: preset }: ConnectionField) =>
  Type.Optional(preset === undefined ? Nullable(schema) : schema);
const returned = ({ schema, default: preset }: ConnectionField) =>
  preset === undefined ? Nullable(plain(schema)) : schema;

/** Responses contain values that were validated when they were saved, so only their types are described. */
const plain = (schema: TSchema) =>
  'type' in schema && schema.type === 'integer' ? Type.Integer() : Type.String();

export const ConnectionDefinitionSchema = Type.Unsafe<ConnectionDefinition>(
  Type.Object({ kind, ...schemasOf(settings, optional), allowed: Type.Optional(allowed) }, exact),
);

export const NewConnectionSchema = Type.Unsafe<NewConnection>(
  Type.Object(
    {
      id: Type.Optional(Identifier),
      name: Label(1),
      kind,
      ...schemasOf(ALL_FIELDS, optional),
      allowed: Type.Optional(allowed),
    },
    { ...exact, title: 'NewConnection' },
  ),
);

export const ConnectionFileSchema = Type.Unsafe<ConnectionFile>(
  Type.Object(
    { name: Label(1), kind, ...schemasOf(ALL_FIELDS, optional), allowed: Type.Optional(allowed) },
    { ...exact, title: 'ConnectionFile' },
  ),
);

export const ConnectionChangeSchema = Type.Unsafe<ConnectionChange>(
  Type.Object(
    {
      name: Type.Optional(Label(1)),
      ...schemasOf(ALL_FIELDS, removable),
      allowed: Type.Optional(Nullable(allowed)),
    },
    { ...exact, minProperties: 1, title: 'ConnectionChange' },
  ),
);

export const ConnectionDtoSchema = Type.Unsafe<ConnectionDto>(
  Type.Object(
    { ...ConnectionSchema.properties, kind, ...schemasOf(settings, returned), allowed: Nullable(allowed) },
    { title: 'Connection' },
  ),
);
