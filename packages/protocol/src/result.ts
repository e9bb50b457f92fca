import Type from 'typebox';
import { Color } from './color.ts';
import { FormatSchema } from './format.ts';
import { GrainSchema } from './query.ts';
import { exact, type Wire } from './schema-parts.ts';

export const ColumnTypeSchema = Type.Enum(
  ['string', 'integer', 'decimal', 'number', 'boolean', 'date', 'datetime', 'json'],
  { title: 'ColumnType' },
);

/** The type of a value, independent of the engine. */
export type ColumnType = Wire<typeof ColumnTypeSchema>;

export const CellSchema = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/**
 * A cell on the wire: dates are `YYYY-MM-DD`, datetimes ISO 8601 in UTC. Integers and decimals are numbers if a double
 * represents them exactly, otherwise decimal strings; JSON is text.
 */
export type Cell = Wire<typeof CellSchema>;

export const MemberColorSchema = Type.Object(
  {
    value: Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean(), Type.Null()], {
      description: '`null` for rows without a value.',
    }),
    color: Color,
  },
  { ...exact, title: 'MemberColor' },
);
/** The color of a value of a dimension, wherever color distinguishes its values. */
export type MemberColor = Wire<typeof MemberColorSchema>;

const ResultColumnSchema = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    type: ColumnTypeSchema,
    role: Type.Enum(['dimension', 'measure']),
    format: Type.Optional(FormatSchema),
    grain: Type.Optional(
      Type.Enum([...GrainSchema.enum], {
        description: 'For a time dimension: values are the first day (or instant) of each period.',
      }),
    ),
    incomplete: Type.Optional(
      Type.Object(
        {
          value: Type.String({ description: 'Where it begins, as in `values`.' }),
          until: Type.String({
            description: 'The day, or for hours and days the instant, up to which the query could find rows.',
          }),
        },
        {
          ...exact,
          description: 'For a time dimension: its last period, if that was not over when the query ran.',
        },
      ),
    ),
    comparisonOf: Type.Optional(
      Type.String({ description: 'For a column that holds another measure for the previous period.' }),
    ),
    additive: Type.Optional(
      Type.Literal(false, {
        description:
          'For a measure whose values do not add up to its total, such as an average, a distinct count or a ratio.',
      }),
    ),
    accumulatedAlong: Type.Optional(
      Type.String({
        description:
          'The time dimension along which the measure is a running value, so that its values add up only along other dimensions.',
      }),
    ),
    restarts: Type.Optional(
      Type.Enum(['year', 'fiscal-year'], {
        description: 'For a measure to date: the period with which it starts again.',
      }),
    ),
    others: Type.Optional(
      Type.Array(Type.Integer(), {
        description:
          'Indexes of rows that combine all values beyond the top ones of this dimension. Their value here is null.',
      }),
    ),
    pivot: Type.Optional(
      Type.Object(
        {
          dimension: Type.String(),
          value: CellSchema,
          measure: Type.String(),
          measureLabel: Type.Optional(
            Type.String({ description: 'Set if several measures share the columns.' }),
          ),
          type: ColumnTypeSchema,
          format: Type.Optional(FormatSchema),
          grain: Type.Optional(Type.Enum([...GrainSchema.enum])),
          color: Type.Optional(
            Type.String({ description: 'The color that the dataset fixes for the value.' }),
          ),
          others: Type.Optional(
            Type.Boolean({
              description:
                'True if the column combines all values beyond the top ones; `value` is then null.',
            }),
          ),
        },
        {
          ...exact,
          description: 'The measure and the value of the pivoted dimension that the column shows.',
        },
      ),
    ),
    colors: Type.Optional(
      Type.Array(MemberColorSchema, {
        description: 'For a dimension: the colors that the dataset fixes for values of this result.',
      }),
    ),
    values: Type.Array(CellSchema),
  },
  exact,
);
export type ResultColumn = Wire<typeof ResultColumnSchema>;

const rows = {
  columns: Type.Array(ResultColumnSchema),
  rowCount: Type.Integer(),
  truncated: Type.Boolean({ description: 'True if more rows matched than the row limit allows.' }),
};

const SubtotalSchema = Type.Object(rows, exact);
/** The result of one grouping: its dimensions, and the measures over all rows of each combination. */
export type Subtotal = Wire<typeof SubtotalSchema>;

export const QueryResultSchema = Type.Object(
  {
    ...rows,
    totals: Type.Optional(
      Type.Record(Type.String(), CellSchema, {
        description:
          'One value over all rows per measure, or per column of a pivot, if the query requested totals.',
      }),
    ),
    before: Type.Optional(
      Type.Object(
        {
          from: Type.String({ description: 'The first day, or instant.' }),
          to: Type.String({ description: 'The last day, or the instant at which the span ends.' }),
          until: Type.String({ description: 'Where the current span ends that it is compared with.' }),
          values: Type.Optional(
            Type.Record(Type.String(), CellSchema, {
              description: 'The measures over the span, if the query has no `comparison`.',
            }),
          ),
        },
        {
          ...exact,
          description: 'The earlier span of a comparison of equal spans, if the query requested it.',
        },
      ),
    ),
    subtotals: Type.Optional(Type.Array(SubtotalSchema, { description: 'In the order of the query.' })),
  },
  { ...exact, title: 'QueryResult' },
);

/** The result of a query, column by column. */
export type QueryResult = Wire<typeof QueryResultSchema>;
