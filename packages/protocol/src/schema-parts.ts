import Type, { type TSchema } from 'typebox';

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

/** A name for people. PostgreSQL's text has no U+0000, so that character is refused before either store sees it. */
export const Label = (least = 0) =>
  Type.String({
    minLength: least,
    maxLength: 256,
    pattern: '^[^\\u0000]*$',
    'x-problem': `must be ${least} to 256 characters, none of them U+0000`,
  });
