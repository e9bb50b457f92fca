import { Type } from 'typebox';
import { FormatSchema } from './format.ts';
import { ColumnTypeSchema } from './result.ts';
import { type GroupRule, GroupRuleSchema, type RowRule, RowRuleSchema } from './rule.ts';
import { exact, Label, Nullable, type Wire } from './schema-parts.ts';

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

export const MeasureSchema = Type.Union([
  Type.Object(
    {
      ...described,
      kind: Type.Enum(['sum', 'average', 'distinct', 'min', 'max', 'median']),
      column: name,
    },
    exact,
  ),
  // Counts rows, or with a column the rows that have a value there.
  Type.Object({ ...described, kind: Type.Literal('count'), column: Type.Optional(name) }, exact),
  // Two measures; null where the denominator is zero.
  Type.Object({ ...described, kind: Type.Literal('ratio'), numerator: name, denominator: name }, exact),
  // Arithmetic over other measures: `(revenue - cost) / revenue`; names with other characters go in brackets, `[unit cost]`.
  Type.Object({ ...described, kind: Type.Literal('expression'), expression: text }, exact),
]);
export type Measure = Wire<typeof MeasureSchema>;
export type MeasureKind = Measure['kind'];

export const DatasetColumnSchema = Type.Object(
  {
    ...described,
    type: ColumnTypeSchema,
    // For a `datetime` that is a wall clock: the zone of that clock. Without one the column holds instants, and a clock
    // without a zone is read as UTC.
    timeZone: Type.Optional(text),
  },
  exact,
);
export type DatasetColumn = Wire<typeof DatasetColumnSchema>;

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
  segmented: Type.Boolean(),
  rowRules: Type.Array(Type.Unsafe<RowRule>({})),
  groupRules: Type.Array(Type.Unsafe<GroupRule>({})),
  cacheSeconds: Nullable(Type.Number()),
});
export type DatasetDraft = Wire<typeof DatasetDraftSchema>;

/** The values of the form for a new dataset. */
export const NewDatasetDraftSchema = Type.Object({
  name: Label(1),
  connectionId: Type.String(),
  source: Type.Optional(DatasetSourceSchema),
});
