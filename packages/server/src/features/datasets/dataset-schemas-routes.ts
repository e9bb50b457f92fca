import { DatasetColumnSchema, DatasetSchema, MeasureSchema } from '@inlay/protocol/dataset';
import { RuleFindingSchema, UserContextSchema } from '@inlay/protocol/explanation';
import { QuerySpecSchema, ViewerCalendarSchema } from '@inlay/protocol/query';
import { CellSchema } from '@inlay/protocol/result';
import { Identifier, Label, Nullable, Timestamp } from '@inlay/protocol/schema-parts';
import Type, { type TSchema } from 'typebox';
import { Column } from '../connections/index.ts';

/** Taken as it comes, because the checks of datasets and questions name the place of a mistake better. */
const checkedLater = (title: string, shown: TSchema, description?: string) =>
  Type.Unknown({ title, ...(description === undefined ? {} : { description }), 'x-openapi': shown });

const free = (title: string, description: string) => Type.Unknown({ title, description });

const { source } = DatasetSchema.properties;
const rowRule = free(
  'RowRule',
  'Rows that a viewer sees: `{column, operator, value}` with constants or `{context: "attributes.region"}`, ' +
    'conditions on the context alone, `{all: true}`, and `and` or `or` of such.',
);

const definition = {
  source: checkedLater('DatasetSource', source, 'A table, an uploaded file, or SQL.'),
  columns: Type.Array(checkedLater('DatasetColumn', DatasetColumnSchema)),
  measures: Type.Optional(Type.Array(checkedLater('Measure', MeasureSchema))),
  segmented: Type.Optional(
    Type.Boolean({ description: 'True without it: rows are seen only where a rule grants them.' }),
  ),
  rowRules: Type.Optional(Type.Array(rowRule, { description: 'All of them must hold.' })),
  groupRules: Type.Optional(
    Type.Array(
      Type.Object(
        { group: Type.String(), rule: rowRule },
        { title: 'GroupRule', additionalProperties: true },
      ),
      { description: "The union over the viewer's groups must hold too." },
    ),
  ),
  cacheSeconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
};

export const DatasetBody = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    connectionId: Type.String(),
    workspaceId: Nullable(Type.String({ description: 'Null: for tiles of every workspace.' })),
    version: Type.Integer(),
    ...definition,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Dataset' },
);

const checkAs = Type.Optional(UserContextSchema);
const belongs = {
  connectionId: Type.String({ maxLength: 128 }),
  workspaceId: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
};

/** The wire takes what else there is; `checkDataset` refuses what no dataset has. */
export const NewDataset = Type.Object(
  { id: Type.Optional(Identifier), name: Label(1), ...belongs, checkAs },
  { additionalProperties: true },
);
export const DatasetChange = Type.Object(
  {
    name: Type.Optional(Label(1)),
    ...belongs,
    connectionId: Type.Optional(belongs.connectionId),
    checkAs,
  },
  { additionalProperties: true, minProperties: 1 },
);

const { source: anySource, columns, ...optional } = definition;
export const NewDatasetShown = Type.Object(
  { ...NewDataset.properties, source: anySource, columns: Type.Optional(columns), ...optional },
  { title: 'NewDataset', additionalProperties: false },
);
export const DatasetChangeShown = Type.Object(
  {
    ...DatasetChange.properties,
    source: Type.Optional(anySource),
    columns: Type.Optional(columns),
    ...optional,
  },
  { title: 'DatasetChange', additionalProperties: false },
);

const cells = Type.Array(Type.Unknown(), { description: 'One cell for each row.' });

export const Sample = Type.Object(
  {
    columns: Type.Array(
      Type.Object({ name: Type.String(), type: Type.String(), values: cells }, { title: 'SampleColumn' }),
    ),
    rowCount: Type.Integer(),
  },
  { title: 'Sample', description: 'The first rows of the source. No rule applies.' },
);

export const InferRequest = Type.Object(
  {
    connectionId: belongs.connectionId,
    source: checkedLater('DatasetSource', source, 'A table, an uploaded file, or SQL.'),
    context: checkAs,
  },
  { title: 'InferRequest', additionalProperties: false },
);
export const Inferred = Type.Object(
  { columns: Type.Array(Column), sample: Sample },
  { title: 'InferredDataset' },
);

const question = checkedLater('QuerySpec', QuerySpecSchema);

export const QueryRequest = Type.Object(
  { query: question, context: UserContextSchema, calendar: Type.Optional(ViewerCalendarSchema) },
  { title: 'QueryRequest', additionalProperties: false },
);
export const ExplainRequest = Type.Object(
  {
    query: question,
    context: UserContextSchema,
    calendar: Type.Optional(ViewerCalendarSchema),
    row: Type.Optional(
      Type.Record(Type.String(), CellSchema, {
        description: 'Cells of one row by column: says which rules let it through.',
      }),
    ),
  },
  { title: 'ExplainRequest', additionalProperties: false },
);

export const TryRequest = Type.Object(
  {
    dataset: Type.Object(
      { connectionId: belongs.connectionId, workspaceId: belongs.workspaceId },
      {
        additionalProperties: true,
        title: 'DatasetDraft',
        description: 'A dataset as it would be saved, without its id and name.',
      },
    ),
    query: question,
    context: UserContextSchema,
    calendar: Type.Optional(ViewerCalendarSchema),
  },
  { title: 'TryRequest', additionalProperties: false },
);

export const DatasetUsage = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          kind: Type.String(),
          id: Type.String(),
          appId: Type.String(),
          title: Type.String(),
          published: Type.Boolean(),
        },
        { title: 'DatasetUser' },
      ),
    ),
  },
  { title: 'DatasetUsage' },
);

export const ResultBody = Type.Object(
  {
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
    truncated: Type.Boolean(),
    totals: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { title: 'QueryResult' },
);

export const AnswerBody = Type.Object(
  {
    result: ResultBody,
    from: Type.String({
      description: '`engine`, `flight`, `cache`, or `rules` where they leave no row.',
    }),
  },
  { title: 'QueryAnswer' },
);

const Verdict = { ok: Type.Boolean(), reason: Nullable(Type.String()) };

export const ExplanationBody = Type.Object(
  {
    rows: Type.Enum(['all', 'some', 'none']),
    summary: Type.String(),
    rules: Type.Array(RuleFindingSchema),
    statements: Type.Array(
      Type.Object(
        {
          purpose: Type.Enum(['rows', 'totals']),
          sql: Type.String({ description: 'With `:attributes.region` where the engine sees a parameter.' }),
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
      { title: 'ConnectionVerdict', description: 'What it reads of the viewer, never what it read.' },
    ),
    row: Nullable(
      Type.Object(
        {
          visible: Type.Boolean(),
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

export const TrialBody = Type.Object(
  {
    explanation: ExplanationBody,
    answer: Nullable(AnswerBody),
    refusal: Nullable(Type.String({ description: 'Why there is no answer.' })),
  },
  { title: 'DatasetTrial' },
);

export const FilterValuesBody = Type.Object(
  { values: Type.Array(Type.Unknown()), truncated: Type.Boolean() },
  { title: 'FilterValues' },
);
