import Type from 'typebox';
import { ScalarSchema } from './query.ts';
import { exact, Identifier, Name, Text, type Wire } from './schema-parts.ts';

/**
 * Markdown without HTML: `<` is escaped, and links can only be http, https or mailto. `{{ revenue | currency }}` is a
 * value of the data, `{{ variables.customer }}` one of the host page.
 */
export const Markdown = Text(
  0,
  20_000,
  'Markdown without HTML. `{{ revenue | currency }}` inserts a value, `{{ growth | change }}` a change in words, `{{ variables.customer }}` a variable of the host page. `{{#if growth > 0}}…{{:else}}…{{/if}}` and `{{#plural orders}}{{:one}}…{{:other}}…{{/plural}}` choose words by values.',
);

const ValueSourceSchema = Type.Object(
  {
    tile: Identifier,
    column: Name,
    row: Type.Optional(
      Type.Enum(['first', 'last', 'total', 'highest', 'lowest'], {
        description:
          'Row of the result: its first or last one, its totals, or the row with the highest or lowest value of `by`. Defaults to the first.',
      }),
    ),
    by: Type.Optional(
      Type.String({
        ...Name,
        description:
          'Measure that decides which row is the highest or lowest, and the rank. Defaults to `column`.',
      }),
    ),
    where: Type.Optional(
      Type.Object(
        { column: Name, value: ScalarSchema },
        {
          ...exact,
          description:
            'The row of this member instead of `row`. The value can be a variable of the host page: `{{ variables.region }}`.',
        },
      ),
    ),
    show: Type.Optional(
      Type.Enum(['share', 'rank', 'count'], {
        description:
          'Instead of the value: its share of the total, the rank of its row by this column, highest first, or the number of rows. A share needs a tile with totals.',
      }),
    ),
  },
  { ...exact, title: 'ValueSource' },
);
export type ValueSource = Wire<typeof ValueSourceSchema>;

/** The sources of the values in a text, by name. */
export const NamedValuesSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }),
  ValueSourceSchema,
  { ...exact, maxProperties: 50, description: 'Queries for the values in the text, by name.' },
);
export type NamedValues = Wire<typeof NamedValuesSchema>;
