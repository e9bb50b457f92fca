import Type from 'typebox';
import { exact, Name, Text, type Wire } from './schema-parts.ts';

export const ScalarSchema = Type.Union([Text(0, 4096), Type.Number(), Type.Boolean()]);
export type Scalar = Wire<typeof ScalarSchema>;

export const GrainSchema = Type.Enum([
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'fiscal-quarter',
  'fiscal-year',
]);
export type Grain = Wire<typeof GrainSchema>;

const DimensionSchema = Type.Object(
  {
    column: Name,
    grain: Type.Optional(GrainSchema),
    fillGaps: Type.Optional(
      Type.Boolean({
        description:
          'With `grain`: also return periods without rows, where sums and counts are zero. Charts draw periods without rows as gaps if this is absent, and leave them out if it is false.',
      }),
    ),
  },
  { ...exact, title: 'Dimension' },
);
export type Dimension = Wire<typeof DimensionSchema>;

const SortSchema = Type.Object(
  { by: Name, direction: Type.Enum(['asc', 'desc']) },
  { ...exact, title: 'Sort' },
);
export type Sort = Wire<typeof SortSchema>;

export const PeriodSchema = Type.String({
  pattern:
    '^(?:all|today|yesterday|(?:this|last)-(?:week|month|quarter|year|fiscal-quarter|fiscal-year)|last-[1-9][0-9]{0,2}-(?:days|weeks|months|quarters|years))$',
  'x-problem':
    'must be today, yesterday, all, this- or last- followed by week, month, quarter, year, fiscal-quarter or fiscal-year, or last- with a number of days, weeks, months, quarters or years, such as last-30-days',
  description:
    "Relative to today in the viewer's time zone. `this-year` ends today, `last-year` is the whole previous year, and `last-3-months` is the current month to date and the two months before it.",
  examples: ['last-30-days', 'this-quarter', 'last-fiscal-year'],
});
/** A relative period. */
export type Period = Wire<typeof PeriodSchema>;

export const FilterSchema = Type.Union(
  [
    Type.Object(
      { column: Name, operator: Type.Enum(['contains', 'starts-with']), value: Text(0, 4096) },
      exact,
    ),
    Type.Object({ column: Name, operator: Type.Enum(['equals', 'not-equals']), value: ScalarSchema }, exact),
    Type.Object(
      {
        column: Name,
        operator: Type.Enum(['less', 'less-or-equal', 'greater', 'greater-or-equal']),
        value: ScalarSchema,
      },
      exact,
    ),
    Type.Object(
      {
        column: Name,
        operator: Type.Enum(['in', 'not-in']),
        values: Type.Array(ScalarSchema, { minItems: 1, maxItems: 1000 }),
        orNotSet: Type.Optional(Type.Boolean({ description: 'Rows without a value also match.' })),
      },
      exact,
    ),
    Type.Object(
      { column: Name, operator: Type.Literal('between'), from: ScalarSchema, to: ScalarSchema },
      exact,
    ),
    Type.Object({ column: Name, operator: Type.Enum(['is-set', 'is-not-set']) }, exact),
    Type.Object({ column: Name, operator: Type.Literal('in-period'), period: PeriodSchema }, exact),
  ],
  { title: 'Filter' },
);

/** A viewer's filter. Row rules of the dataset apply in addition. */
export type Filter = Wire<typeof FilterSchema>;

export const AnyOfSchema = Type.Array(Type.Array(FilterSchema, { minItems: 1, maxItems: 50 }), {
  maxItems: 20,
  description: 'Groups of filters: a row must match at least one filter of each group.',
});

const measured = { measure: Name };
const MeasureFilterSchema = Type.Union(
  [
    Type.Object(
      {
        ...measured,
        operator: Type.Enum(['equals', 'not-equals', 'less', 'less-or-equal', 'greater', 'greater-or-equal']),
        value: Type.Number(),
      },
      exact,
    ),
    Type.Object(
      { ...measured, operator: Type.Literal('between'), from: Type.Number(), to: Type.Number() },
      exact,
    ),
    Type.Object({ ...measured, operator: Type.Enum(['is-set', 'is-not-set']) }, exact),
  ],
  { title: 'MeasureFilter' },
);
/** Keeps the rows of a result by the value of a measure. */
export type MeasureFilter = Wire<typeof MeasureFilterSchema>;

/** The most rows that one query returns. */
export const MAX_QUERY_ROWS = 100_000;
/** The most columns that a pivot makes of its dimension, per measure. */
export const MAX_PIVOT_VALUES = 500;
/** Each is a separate statement; all share the deadline of the query. */
export const MAX_SUBTOTALS = 15;

export const QuerySpecSchema = Type.Object(
  {
    dimensions: Type.Array(DimensionSchema, { maxItems: 20 }),
    measures: Type.Array(Name, { maxItems: 50 }),
    filters: Type.Optional(Type.Array(FilterSchema, { maxItems: 100 })),
    anyOf: Type.Optional(AnyOfSchema),
    having: Type.Optional(
      Type.Array(MeasureFilterSchema, {
        maxItems: 20,
        description:
          'Keeps only rows of the result whose measures match all of them. Totals still cover all rows.',
      }),
    ),
    sort: Type.Optional(Type.Array(SortSchema, { maxItems: 20 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_QUERY_ROWS })),
    totals: Type.Optional(Type.Boolean()),
    subtotals: Type.Optional(
      Type.Array(Type.Object({ dimensions: Type.Array(Name, { maxItems: 20 }) }, exact), {
        maxItems: MAX_SUBTOTALS,
        'x-problem': `must have at most ${MAX_SUBTOTALS} entries: use fewer dimensions or turn off subtotals`,
        description:
          'Each entry lists the dimensions of one subtotal of a pivot table; an empty list is the grand total. Like `totals`, subtotals cover all rows, including those that `limit` and `top` leave out.',
      }),
    ),
    comparison: Type.Optional(
      Type.Object(
        { column: Name, with: Type.Enum(['previous-period', 'previous-year']) },
        {
          ...exact,
          title: 'Comparison',
          description: 'Adds each measure for the period before the one that the filter on `column` selects.',
        },
      ),
    ),
    equalSpans: Type.Optional(
      Type.Boolean({
        description:
          'Compares only spans that are equally long: `comparison` covers the days up to today. Without one, and without `totals`, if the last period of the only dimension is not over, `before` has the measures of the previous period up to the same point.',
      }),
    ),
    top: Type.Optional(
      Type.Object(
        {
          dimension: Name,
          by: Name,
          count: Type.Integer({ minimum: 1, maximum: 1000 }),
          others: Type.Optional(Type.Boolean()),
        },
        {
          ...exact,
          title: 'TopValues',
          description:
            'Keeps the top `count` values of a dimension by a measure. The rest become one row, `others`.',
        },
      ),
    ),
    pivot: Type.Optional(
      Type.Object(
        { dimension: Name, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PIVOT_VALUES })) },
        { ...exact, title: 'Pivot', description: 'Turns the values of one dimension into columns.' },
      ),
    ),
  },
  {
    ...exact,
    title: 'QuerySpec',
    description: 'A query in terms of columns and measures of the dataset, never SQL.',
  },
);

/** A query of one dataset in terms of its columns and measures, never SQL. */
export type QuerySpec = Wire<typeof QuerySpecSchema>;

export const ViewerCalendarSchema = Type.Object(
  {
    timeZone: Type.String({ maxLength: 64, description: 'IANA name. Defaults to UTC.' }),
    weekStart: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' }),
    fiscalYearStart: Type.Integer({
      minimum: 1,
      maximum: 12,
      description: 'First month of the fiscal year, 1 to 12.',
    }),
  },
  { ...exact, title: 'Calendar' },
);
/** The viewer's time zone, week and fiscal year, which determine time buckets. */
export type ViewerCalendar = Wire<typeof ViewerCalendarSchema>;

/** The default calendar. */
export const UTC_CALENDAR: ViewerCalendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 };
