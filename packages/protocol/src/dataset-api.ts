import Type, { type TSchema } from 'typebox';
import { DatasetColumnSchema, DatasetSchema, MeasureSchema, RelationshipSchema } from './dataset.ts';
import { RuleFindingSchema, UserContextSchema } from './explanation.ts';
import { PageOf } from './pagination.ts';
import { QuerySpecSchema, ViewerCalendarSchema } from './query.ts';
import { CellSchema, ColumnTypeSchema, type QueryResult } from './result.ts';
import type { GroupRule, RowRule } from './rule.ts';
import { Identifier, Label, Nullable, serializedAsIs, Timestamp, type Wire } from './schema-parts.ts';

// Requests and responses of `/api/v0/datasets`.

/** Not validated by the route, because the checks of datasets and queries report paths more precisely. */
export const checkedLater = (title: string, documented: TSchema, description?: string) =>
  Type.Unknown({ title, ...(description === undefined ? {} : { description }), 'x-openapi': documented });

const source = serializedAsIs(DatasetSchema.properties.source, {
  title: 'DatasetSource',
  description: 'A table, an uploaded file or SQL.',
});
const rowRule = Type.Unsafe<RowRule>({
  title: 'RowRule',
  description:
    'Which rows a viewer sees: `{column, operator, value}` with constants or `{context: "attributes.region"}`, ' +
    'conditions on the context alone, `{all: true}`, `{follow: "account"}` for rows whose related row the viewer sees, ' +
    'and combinations of these with `and` or `or`. Columns can be those of related datasets: `invoice.account.customer`.',
});

export const rules = {
  rowRules: Type.Optional(Type.Array(rowRule, { description: 'A row must match all of them.' })),
  groupRules: Type.Optional(
    Type.Array(
      Type.Unsafe<GroupRule>(
        Type.Object(
          { group: Type.String(), rule: rowRule },
          { title: 'GroupRule', additionalProperties: true },
        ),
      ),
      { description: "A row must also match at least one rule of the viewer's groups." },
    ),
  ),
};

const definition = {
  source,
  columns: Type.Array(serializedAsIs(DatasetColumnSchema, { title: 'DatasetColumn' })),
  measures: Type.Optional(Type.Array(serializedAsIs(MeasureSchema, { title: 'Measure' }))),
  relationships: Type.Optional(
    Type.Array(serializedAsIs(RelationshipSchema, { title: 'Relationship' }), {
      description: 'Datasets of the same connection whose rows belong to rows of this one.',
    }),
  ),
  segmented: Type.Optional(
    Type.Boolean({ description: 'Defaults to true: viewers see only rows that a row rule grants.' }),
  ),
  ...rules,
  cacheSeconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
};

export const DatasetDtoSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    connectionId: Type.String(),
    workspaceId: Nullable(
      Type.String({ description: 'Null if tiles of every workspace can use the dataset.' }),
    ),
    version: Type.Integer(),
    ...definition,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Dataset' },
);
export type DatasetDto = Wire<typeof DatasetDtoSchema>;

export const checkAs = Type.Optional(UserContextSchema);
const belongs = {
  connectionId: Type.String({ maxLength: 128 }),
  workspaceId: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
};

/** Other properties are accepted here; `checkDataset` refuses unknown ones. */
export const NewDatasetSchema = Type.Object(
  { id: Type.Optional(Identifier), name: Label(1), ...belongs, checkAs },
  { additionalProperties: true },
);
export const DatasetChangeSchema = Type.Object(
  {
    name: Type.Optional(Label(1)),
    ...belongs,
    connectionId: Type.Optional(belongs.connectionId),
    checkAs,
  },
  { additionalProperties: true, minProperties: 1 },
);

const { source: anySource, columns, ...optional } = definition;
export const DocumentedNewDatasetSchema = Type.Object(
  { ...NewDatasetSchema.properties, source: anySource, columns: Type.Optional(columns), ...optional },
  { title: 'NewDataset', additionalProperties: false },
);
export const DocumentedDatasetChangeSchema = Type.Object(
  {
    ...DatasetChangeSchema.properties,
    source: Type.Optional(anySource),
    columns: Type.Optional(columns),
    ...optional,
  },
  { title: 'DatasetChange', additionalProperties: false },
);

export const cells = Type.Array(Type.Unsafe<Wire<typeof CellSchema>>({}), {
  description: 'One cell per row.',
});

export const SampleSchema = Type.Object(
  {
    columns: Type.Array(
      Type.Object({ name: Type.String(), type: Type.String(), values: cells }, { title: 'SampleColumn' }),
    ),
    rowCount: Type.Integer(),
  },
  { title: 'Sample', description: 'First rows of the source. Row rules do not apply.' },
);
export type Sample = Wire<typeof SampleSchema>;

export const InferRequestSchema = Type.Object(
  {
    connectionId: belongs.connectionId,
    source: checkedLater(
      'DatasetSource',
      DatasetSchema.properties.source,
      'A table, an uploaded file or SQL.',
    ),
    context: checkAs,
  },
  { title: 'InferRequest', additionalProperties: false },
);
export const InferredSchema = Type.Object(
  {
    columns: Type.Array(
      Type.Object(
        { name: Type.String(), type: ColumnTypeSchema, label: Type.Optional(Type.String()) },
        { title: 'SourceColumn' },
      ),
    ),
    sample: SampleSchema,
  },
  { title: 'InferredDataset' },
);
export type Inferred = Wire<typeof InferredSchema>;

const { name, type, expression, timeZone } = DatasetColumnSchema.properties;

export const CheckExpressionSchema = Type.Object(
  {
    expression: Type.String({ maxLength: 4096 }),
    columns: Type.Array(Type.Object({ name, type, expression, timeZone }, { title: 'ExpressionColumn' }), {
      maxItems: 2000,
      description: 'The columns that the expression can use.',
    }),
    column: Type.Optional(
      Type.String({
        maxLength: 256,
        description: 'The column that the expression is for, which it cannot use.',
      }),
    ),
  },
  { title: 'CheckExpressionRequest', additionalProperties: false },
);
export const CheckedExpressionSchema = Type.Object(
  {
    type: Nullable(ColumnTypeSchema),
    problem: Nullable(
      Type.Object(
        {
          message: Type.String(),
          position: Type.Integer({ description: 'Of the first wrong character, from 0.' }),
          length: Type.Integer(),
        },
        { title: 'ExpressionProblem' },
      ),
    ),
  },
  { title: 'CheckedExpression' },
);

const query = checkedLater('QuerySpec', QuerySpecSchema);

export const QueryRequestSchema = Type.Object(
  { query, context: UserContextSchema, calendar: Type.Optional(ViewerCalendarSchema) },
  { title: 'QueryRequest', additionalProperties: false },
);
export const ExplainRequestSchema = Type.Object(
  {
    query,
    context: UserContextSchema,
    calendar: Type.Optional(ViewerCalendarSchema),
    row: Type.Optional(
      Type.Record(Type.String(), CellSchema, {
        description: 'Values of one row by column. The response then says which rules grant that row.',
      }),
    ),
  },
  { title: 'ExplainRequest', additionalProperties: false },
);

export const TryRequestSchema = Type.Object(
  {
    dataset: Type.Object(
      { connectionId: belongs.connectionId, workspaceId: belongs.workspaceId },
      {
        additionalProperties: true,
        title: 'DatasetDraft',
        description: 'An unsaved dataset, without id and name.',
      },
    ),
    query,
    context: UserContextSchema,
    calendar: Type.Optional(ViewerCalendarSchema),
  },
  { title: 'TryRequest', additionalProperties: false },
);

const DatasetUserSchema = Type.Object(
  {
    kind: Type.String(),
    id: Type.String(),
    appId: Type.String(),
    title: Type.String(),
    published: Type.Boolean(),
  },
  { title: 'DatasetUser' },
);
/** Content that queries a dataset. */
export type DatasetUser = Wire<typeof DatasetUserSchema>;

const RelatedDatasetSchema = Type.Object(
  { id: Type.String(), name: Type.String() },
  { title: 'RelatedDataset' },
);

export const DatasetUsageSchema = Type.Object(
  {
    ...PageOf(DatasetUserSchema).properties,
    datasets: Type.Array(RelatedDatasetSchema, {
      description: 'Datasets with a relationship to this one, on every page.',
    }),
  },
  { title: 'DatasetUsage' },
);

const rows = {
  columns: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        label: Type.String(),
        type: Type.String(),
        role: Type.String(),
        values: cells,
      },
      { title: 'ResultColumn', additionalProperties: true },
    ),
  ),
  rowCount: Type.Integer(),
  truncated: Type.Boolean({ description: 'True if there are more rows than the limit allows.' }),
};

/** The documented part of a result. The serializer writes all of it. */
export const DocumentedResultSchema = Type.Unsafe<QueryResult>(
  Type.Object(
    {
      ...rows,
      totals: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      subtotals: Type.Optional(
        Type.Array(Type.Object(rows, { title: 'Subtotal' }), {
          description: 'In the order of the query.',
        }),
      ),
    },
    { title: 'QueryResult' },
  ),
);

export const QueryResponseSchema = Type.Object(
  {
    result: DocumentedResultSchema,
    from: Type.String({
      description:
        'Where the result came from: `engine`, `flight` (shared with an identical query), `cache`, or `rules` if the row rules grant no rows.',
    }),
  },
  { title: 'QueryAnswer' },
);

const Verdict = { ok: Type.Boolean(), reason: Nullable(Type.String()) };

const explainedRows = {
  rows: Type.Enum(['all', 'some', 'none']),
  rules: Type.Array(RuleFindingSchema),
};

const RemovedRowsSchema = Type.Object(
  {
    relationship: Type.String(),
    datasetId: Type.String(),
    rows: Nullable(Type.Integer({ description: 'Null if they could not be counted.' })),
    problem: Nullable(Type.String({ description: 'Why they could not be counted.' })),
  },
  { title: 'RemovedRows' },
);
/** What a required relationship leaves out. */
export type RemovedRows = Wire<typeof RemovedRowsSchema>;

export const DatasetExplanationSchema = Type.Object(
  {
    ...explainedRows,
    summary: Type.String(),
    related: Type.Array(
      Type.Object(
        {
          path: Type.String({ description: 'Relationships from the dataset, joined by dots.' }),
          datasetId: Type.String(),
          ...explainedRows,
        },
        { title: 'ExplainedDataset' },
      ),
      { description: 'Datasets that the query joins, each with its own row rules.' },
    ),
    required: Type.Array(RemovedRowsSchema, {
      description:
        'For each required relationship of the dataset: how many rows are left out that the rules would show.',
    }),
    statements: Type.Array(
      Type.Object(
        {
          purpose: Type.Enum(['rows', 'totals', 'subtotals', 'before']),
          sql: Type.String({ description: 'SQL with parameters by name, such as `:attributes.region`.' }),
          parameters: Type.Array(
            Type.Object(
              { name: Type.String(), from: Type.String(), value: Type.Unknown() },
              { title: 'NamedParameter' },
            ),
          ),
        },
        { title: 'ExplainedStatement' },
      ),
    ),
    workspace: Type.Object(Verdict, { title: 'Verdict' }),
    connection: Type.Object(
      { ...Verdict, reads: Type.Array(Type.String()) },
      {
        title: 'ConnectionVerdict',
        description: 'Names of the context entries that the connection uses, never their values.',
      },
    ),
    row: Nullable(
      Type.Object(
        {
          visible: Nullable(
            Type.Boolean({
              description: 'Null if the row alone does not tell, because rules use related rows.',
            }),
          ),
          rules: Type.Array(
            Type.Object({ path: Type.String(), outcome: Type.String() }, { title: 'RowFinding' }),
          ),
        },
        { title: 'RowVerdict' },
      ),
    ),
  },
  { title: 'Explanation' },
);
export type DatasetExplanation = Wire<typeof DatasetExplanationSchema>;

export const DatasetTrialSchema = Type.Object(
  {
    explanation: DatasetExplanationSchema,
    answer: Nullable(QueryResponseSchema),
    refusal: Nullable(Type.String({ description: 'Why there is no result.' })),
  },
  { title: 'DatasetTrial' },
);
export type DatasetTrial = Wire<typeof DatasetTrialSchema>;

export const FilterValuesSchema = Type.Object(
  { values: Type.Array(serializedAsIs(CellSchema)), truncated: Type.Boolean() },
  { title: 'FilterValues' },
);
