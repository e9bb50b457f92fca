import Type, { type Static, type TSchema } from 'typebox';

/**
 * Typed and documented by a schema that the serializer does not follow: content and datasets were checked when they were
 * written, and going through their unions again for each response would cost more than writing it. Behind a function,
 * because the serializer's compiler follows every reference that it finds.
 */
export const serializedAsIs = <S extends TSchema & { readonly title?: string }>(
  schema: S,
  options: { readonly title?: string; readonly description?: string } = { ...titleOf(schema) },
) => Type.Unsafe<Static<S>>({ ...options, 'x-openapi': () => schema });

const titleOf = ({ title }: { readonly title?: string }) => (title === undefined ? {} : { title });

/** Absent values are `null`, never left out: a client need not tell the two apart. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });

/** Identifiers that an admin chooses and user contexts refer to. */
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

/** What a schema describes, as code holds it: nobody changes in place what came over a wire. */
export type Wire<S extends TSchema> = DeepReadonly<Static<S>>;

type DeepReadonly<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly DeepReadonly<Item>[]
      : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** Objects of the wire say it when a field is not theirs: a misspelt one must not be ignored. */
export const exact = { additionalProperties: false } as const;

/** PostgreSQL's text has no U+0000, so that character is refused before either store sees it. */
export const textPattern = '^[^\\u0000]*$';

export const Text = (least: number, most: number, description?: string) =>
  Type.String({
    minLength: least,
    maxLength: most,
    pattern: textPattern,
    'x-problem': `must be ${least === 0 ? 'at most' : `${least} to`} ${most} characters without U+0000`,
    ...(description === undefined ? {} : { description }),
  });

/** Names of columns, measures and datasets: whatever the database calls them. */
export const Name = Text(1, 256);

/** A name for people. */
export const Label = (least = 0) => Text(least, 256);
