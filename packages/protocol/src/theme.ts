import Type from 'typebox';
import { exact, type Wire } from './schema-parts.ts';
import { Color } from './tile.ts';

export const ThemeSchema = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['light', 'dark', 'auto'])),
    font: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9 ,\'"_-]{1,200}$',
        'x-problem': 'must be a CSS font list of letters, digits, quotes, commas and dashes',
      }),
    ),
    tokens: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }), Color, {
        ...exact,
        maxProperties: 100,
        description: 'Colours by the name of their design token.',
      }),
    ),
  },
  { ...exact, description: 'What is absent keeps its default.' },
);

/** A customer's look. */
export type ThemeChoice = Wire<typeof ThemeSchema>;
