import { Type } from 'typebox';
import { FormatSchema } from './format.ts';
import { AnyOfSchema, FilterSchema } from './query.ts';
import { ColumnTypeSchema, MemberColorSchema } from './result.ts';
import {
  type GroupRule,
  GroupRuleSchema,
  type RowRule,
  RowRuleSchema,
  type VisibilityRule,
  VisibilityRuleSchema,
} from './rule.ts';
import { exact, Identifier, Label, Nullable, type Wire } from './schema-parts.ts';

const name = Type.String({ minLength: 1, maxLength: 256 });
const text = Type.String({ maxLength: 4096 });

const described = {
  name,
  label: Type.Optional(text),
  description: Type.Optional(text),
  format: Type.Optional(FormatSchema),
  // Neither offered to other authors nor accepted from them.
  hidden: Type.Optional(Type.Boolean({ description: 'Hidden from authors without the role ADMIN.' })),
};

/** The rows that an aggregate reads, in addition to the filters of the query. */
const filtered = {
  filters: Type.Optional(
    Type.Array(FilterSchema, {
      maxItems: 20,
      description: 'The measure reads only rows that match all of them.',
    }),
  ),
  anyOf: Type.Optional(AnyOfSchema),
};

const DateUnitSchema = Type.Enum(['day', 'week', 'month', 'quarter', 'year']);

/** Computed over the rows of a result from another measure. */
const ofMeasure = { ...described, measure: name };
/** Along the date column of the dataset. */
const overTime = { ...ofMeasure, date: name };
const within = Type.Optional(
  Type.Array(name, {
    minItems: 1,
    maxItems: 20,
    description:
      'Dimensions: each combination of their values is taken for itself. Defaults to the whole result.',
  }),
);
const offset = Type.Object(
  { count: Type.Integer({ minimum: 1, maximum: 1000 }), unit: DateUnitSchema },
  exact,
);

export const MeasureSchema = Type.Union([
  Type.Object(
    {
      ...described,
      kind: Type.Enum(['sum', 'average', 'distinct', 'min', 'max', 'median']),
      column: name,
      ...filtered,
    },
    exact,
  ),
  // Counts rows, or with a column the rows that have a value there.
  Type.Object({ ...described, kind: Type.Literal('count'), column: Type.Optional(name), ...filtered }, exact),
  // Interpolates between the two nearest values.
  Type.Object(
    {
      ...described,
      kind: Type.Literal('percentile'),
      column: name,
      percentile: Type.Number({ minimum: 0, maximum: 100 }),
      ...filtered,
    },
    exact,
  ),
  // The value of the row that is first or last by another column.
  Type.Object(
    { ...described, kind: Type.Enum(['first', 'last']), column: name, by: name, ...filtered },
    exact,
  ),
  Type.Object(
    { ...described, kind: Type.Literal('weighted-average'), column: name, weight: name, ...filtered },
    exact,
  ),
  // Two measures; null where the denominator is zero.
  Type.Object({ ...described, kind: Type.Literal('ratio'), numerator: name, denominator: name }, exact),
  // Arithmetic over other measures: `(revenue - cost) / revenue`; names with other characters go in brackets, `[unit cost]`.
  Type.Object({ ...described, kind: Type.Literal('expression'), expression: text }, exact),
  Type.Object({ ...ofMeasure, kind: Type.Literal('share-of-total'), within }, exact),
  Type.Object(
    {
      ...ofMeasure,
      kind: Type.Literal('rank'),
      direction: Type.Optional(
        Type.Enum(['asc', 'desc'], { description: 'Defaults to desc: the largest value has rank 1.' }),
      ),
      within,
    },
    exact,
  ),
  Type.Object({ ...overTime, kind: Type.Literal('running-total') }, exact),
  Type.Object(
    {
      ...overTime,
      kind: Type.Literal('moving-average'),
      periods: Type.Integer({ minimum: 2, maximum: 366, description: 'Including the current one.' }),
    },
    exact,
  ),
  Type.Object(
    {
      ...overTime,
      kind: Type.Literal('period-to-date'),
      period: Type.Enum(['week', 'month', 'quarter', 'year', 'fiscal-quarter', 'fiscal-year']),
    },
    exact,
  ),
  // Against the same measure earlier: absolute, or relative to the earlier value.
  Type.Object({ ...overTime, kind: Type.Enum(['difference', 'growth']), offset }, exact),
]);
export type Measure = Wire<typeof MeasureSchema>;
export type MeasureKind = Measure['kind'];

/** The aggregations that a column can allow in the Dashboard Builder. */
export const AggregationSchema = Type.Enum(['sum', 'average', 'distinct', 'min', 'max', 'median', 'count']);
export type Aggregation = Wire<typeof AggregationSchema>;

const when = Type.Optional(
  Type.Unsafe<VisibilityRule>({
    ...VisibilityRuleSchema,
    description: 'Viewers that the entry applies to. Without it, all of them.',
  }),
);

/** The first entry that applies to a viewer decides; without one, the viewer has no access to the column. */
export const ColumnAccessSchema = Type.Array(
  Type.Union([
    Type.Object({ when, show: Type.Enum(['value', 'null', 'hash', 'last-four']) }, exact),
    // Numbers as the range of this size that contains them.
    Type.Object({ when, show: Type.Literal('range'), size: Type.Number({ exclusiveMinimum: 0 }) }, exact),
  ]),
  { maxItems: 50 },
);
export type ColumnAccess = Wire<typeof ColumnAccessSchema>;

export const DatasetColumnSchema = Type.Object(
  {
    ...described,
    type: ColumnTypeSchema,
    // Computed from other columns of the dataset; the source has no such column.
    expression: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    // Columns of any dataset with the same shared dimension hold the same values, so filters on one reach the others.
    sharedDimension: Type.Optional(Identifier),
    // Aggregations that authors without the role ADMIN may use.
    aggregations: Type.Optional(Type.Array(AggregationSchema, { uniqueItems: true, maxItems: 7 })),
    access: Type.Optional(ColumnAccessSchema),
    // The same in every tile of the tenant; the options of a tile win.
    colors: Type.Optional(
      Type.Array(MemberColorSchema, {
        minItems: 1,
        maxItems: 500,
        description: 'Colors of values, in every tile whose colors distinguish them.',
      }),
    ),
    // For a `datetime` that is a wall clock: the zone of that clock. Without one the column holds instants, and a clock
    // without a zone is read as UTC.
    timeZone: Type.Optional(text),
  },
  exact,
);
export type DatasetColumn = Wire<typeof DatasetColumnSchema>;

export const RelationshipSchema = Type.Object(
  {
    // How fields of the other dataset are called: `customer.segment`.
    name: Type.String({
      pattern: '^[a-z][a-z0-9_]{0,63}$',
      'x-problem': 'must be 1 to 64 lowercase letters, digits or underscores, beginning with a letter',
    }),
    label: Type.Optional(text),
    // A dataset of the same connection.
    dataset: Identifier,
    kind: Type.Enum(['many-to-one', 'one-to-many', 'one-to-one']),
    // The columns that are equal, all of them.
    columns: Type.Array(Type.Object({ own: name, other: name }, exact), { minItems: 1, maxItems: 8 }),
    // The database guarantees that keys are unique, so queries do not check it.
    enforced: Type.Optional(Type.Boolean()),
    // Rows without a related row that the viewer sees are left out of every query.
    required: Type.Optional(Type.Boolean()),
  },
  exact,
);
/** How rows of a dataset belong to rows of another one. */
export type Relationship = Wire<typeof RelationshipSchema>;

const DatasetSourceSchema = Type.Union([
  Type.Object(
    { kind: Type.Literal('table'), catalog: Type.Optional(name), schema: Type.Optional(name), table: name },
    exact,
  ),
  // An uploaded file, which the engine offers as a table under this name.
  Type.Object({ kind: Type.Literal('file'), file: name }, exact),
  // `{{ attributes.region }}` and `{{ attributes.floor as integer }}` are bound as parameters, as text without a type.
  Type.Object({ kind: Type.Literal('sql'), sql: Type.String({ minLength: 1, maxLength: 100_000 }) }, exact),
]);
export type DatasetSource = Wire<typeof DatasetSourceSchema>;

export const DatasetSchema = Type.Object(
  {
    id: name,
    // Increases with every change, so that results cached for an older definition are never served.
    version: Type.Integer({ minimum: 0 }),
    source: DatasetSourceSchema,
    columns: Type.Array(DatasetColumnSchema, { minItems: 1, maxItems: 2000 }),
    measures: Type.Optional(Type.Array(MeasureSchema, { maxItems: 1000 })),
    relationships: Type.Optional(Type.Array(RelationshipSchema, { maxItems: 50 })),
    // Defaults to true: without a rule that grants rows, viewers see none.
    segmented: Type.Optional(Type.Boolean()),
    // A row must match all of them.
    rowRules: Type.Optional(Type.Array(RowRuleSchema, { maxItems: 100 })),
    // A row must also match a rule of one of the viewer's groups. Viewers in none of these groups see nothing.
    groupRules: Type.Optional(Type.Array(GroupRuleSchema, { maxItems: 1000 })),
    cacheSeconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
  },
  exact,
);

/** Describes rows of one connection, so that they can be queried without SQL. */
export type Dataset = Wire<typeof DatasetSchema>;

const { id: _id, version: _version, columns, ...definition } = DatasetSchema.properties;

/** The definition of a dataset. Without `columns`, those of the source are used. */
export const DatasetDefinitionSchema = Type.Object({ ...definition, columns: Type.Optional(columns) }, exact);
export type DatasetDefinition = Wire<typeof DatasetDefinitionSchema>;

/** A dataset in its editor: all lists exist, and unset values are null. The server validates rules. */
export const DatasetDraftSchema = Type.Object({
  name: Label(1),
  connectionId: Type.String(),
  workspaceId: Nullable(Type.String()),
  source: DatasetSourceSchema,
  columns: DatasetSchema.properties.columns,
  measures: Type.Array(MeasureSchema),
  relationships: Type.Array(RelationshipSchema),
  segmented: Type.Boolean(),
  rowRules: Type.Array(Type.Unsafe<RowRule>({})),
  groupRules: Type.Array(Type.Unsafe<GroupRule>({})),
  cacheSeconds: Nullable(Type.Number()),
});
export type DatasetDraft = Wire<typeof DatasetDraftSchema>;

/** The values of the form for a new dataset. */
export const NewDatasetDraftSchema = Type.Object({
  id: Type.Optional(Identifier),
  name: Label(1),
  connectionId: Type.String(),
  source: Type.Optional(DatasetSourceSchema),
});
