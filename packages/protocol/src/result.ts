import Type from 'typebox';
import { FormatSchema } from './format.ts';
import { GrainSchema } from './query.ts';
import { exact, type Wire } from './schema-parts.ts';

export const ColumnTypeSchema = Type.Enum([
  'string',
  'integer',
  'decimal',
  'number',
  'boolean',
  'date',
  'datetime',
  'json',
]);

/** What a value is, whatever engine it came from. */
export type ColumnType = Wire<typeof ColumnTypeSchema>;

export const CellSchema = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/**
 * A cell as it travels: dates are `YYYY-MM-DD`, datetimes ISO 8601 in UTC. Integers and decimals are
 * numbers where a double holds them exactly and decimal strings where it does not; JSON is text.
 */
export type Cell = Wire<typeof CellSchema>;

const ResultColumnSchema = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    type: ColumnTypeSchema,
    role: Type.Enum(['dimension', 'measure']),
    format: Type.Optional(FormatSchema),
    grain: Type.Optional(
      Type.Enum([...GrainSchema.enum], {
        description: 'On a time dimension: its values are the first day (or instant) of each bucket.',
      }),
    ),
    comparisonOf: Type.Optional(
      Type.String({ description: 'On a column that repeats another measure for the period before.' }),
    ),
    others: Type.Optional(
      Type.Array(Type.Integer(), {
        description:
          'Rows, by index, that stand for everything beyond the top values of this dimension; their value here is null.',
      }),
    ),
    pivot: Type.Optional(
      Type.Object(
        {
          dimension: Type.String(),
          value: CellSchema,
          measure: Type.String(),
          measureLabel: Type.Optional(
            Type.String({ description: 'Where several measures share the columns.' }),
          ),
          type: ColumnTypeSchema,
          format: Type.Optional(FormatSchema),
          grain: Type.Optional(Type.Enum([...GrainSchema.enum])),
          others: Type.Optional(
            Type.Boolean({
              description: 'The column gathers everything beyond the top values; `value` is null.',
            }),
          ),
        },
        { ...exact, description: 'The measure it shows, for one value of the pivoted dimension.' },
      ),
    ),
    values: Type.Array(CellSchema),
  },
  exact,
);
export type ResultColumn = Wire<typeof ResultColumnSchema>;

const rows = {
  columns: Type.Array(ResultColumnSchema),
  rowCount: Type.Integer(),
  truncated: Type.Boolean({ description: 'More rows matched than the limit let through.' }),
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
          'One value over all rows for each measure, or for each column of a pivot, when the query asked for totals.',
      }),
    ),
    subtotals: Type.Optional(
      Type.Array(SubtotalSchema, { description: 'In the order in which the query lists them.' }),
    ),
  },
  { ...exact, title: 'QueryResult' },
);

/** The answer to a query: column by column, as charts read it. */
export type QueryResult = Wire<typeof QueryResultSchema>;
