import Type, { type Static, type TSchema } from 'typebox';

/**
 * Typed and documented by a schema that the serializer does not apply: content and datasets were validated when they
 * were saved, and checking their unions for each response would take longer than serializing it. A function, because
 * the serializer's compiler follows every reference.
 */
export const serializedAsIs = <S extends TSchema & { readonly title?: string }>(
  schema: S,
  options: { readonly title?: string; readonly description?: string } = { ...titleOf(schema) },
) => Type.Unsafe<Static<S>>({ ...options, 'x-openapi': () => schema });

const titleOf = ({ title }: { readonly title?: string }) => (title === undefined ? {} : { title });

/** Missing values are `null`, never omitted. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });

/** Identifiers that administrators choose and user contexts refer to. */
export const Identifier = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$',
  'x-problem':
    'must be 1 to 128 letters, digits, dots, dashes or underscores, beginning and ending with a letter or digit',
  examples: ['main'],
});

/** Any schema of the wire. */
export type WireSchema = TSchema;

/** The type of a schema, deeply readonly. */
export type Wire<S extends TSchema> = DeepReadonly<Static<S>>;

type DeepReadonly<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly DeepReadonly<Item>[]
      : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** Rejects unknown fields, so that a misspelled one is not ignored. */
export const exact = { additionalProperties: false } as const;

/** PostgreSQL cannot store U+0000 in text, so it is rejected for both stores. */
export const textPattern = '^[^\\u0000]*$';

export const Text = (min: number, max: number, description?: string) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: textPattern,
    'x-problem': `must be ${min === 0 ? 'at most' : `${min} to`} ${max} characters without U+0000`,
    ...(description === undefined ? {} : { description }),
  });

/** Names of columns, measures and tables, as in the database. */
export const Name = Text(1, 256);

/** A display name. */
export const Label = (min = 0) => Text(min, 256);
