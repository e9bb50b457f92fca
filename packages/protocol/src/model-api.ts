import Type from 'typebox';
import { RelationshipSchema } from './dataset.ts';
import { cells, checkAs, checkedLater, DocumentedNewDatasetSchema, rules } from './dataset-api.ts';
import { MAX_NEW_DATASETS } from './max-new-datasets.ts';
import { ColumnTypeSchema } from './result.ts';
import { Identifier, Label, Nullable, serializedAsIs, type Wire } from './schema-parts.ts';

// The data model of a connection: its relationships, suggestions for them, and how they fit the data.

const relationship = serializedAsIs(RelationshipSchema, { title: 'Relationship' });

const ModelDatasetSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    workspaceId: Nullable(Type.String()),
    columns: Type.Array(
      Type.Object(
        { name: Type.String(), label: Type.Optional(Type.String()), type: ColumnTypeSchema },
        { title: 'ModelColumn' },
      ),
    ),
    measures: Type.Integer({ description: 'Number of measures.' }),
    relationships: Type.Array(relationship),
    ...rules,
    sourceAttributes: Type.Optional(
      Type.Array(Type.String(), { description: 'Attributes of viewers that its SQL uses.' }),
    ),
  },
  { title: 'ModelDataset' },
);
export type ModelDataset = Wire<typeof ModelDatasetSchema>;

export const DataModelSchema = Type.Object(
  {
    datasets: Type.Array(ModelDatasetSchema),
    truncated: Type.Boolean({ description: 'True if the connection has more datasets than are returned.' }),
  },
  { title: 'DataModel' },
);
export type DataModel = Wire<typeof DataModelSchema>;

const RelationshipSuggestionSchema = Type.Object(
  {
    dataset: Type.String({ description: 'The dataset that would get the relationship.' }),
    relationship,
    reason: Type.Enum(['foreign-key', 'name'], {
      description: 'A foreign key of the database, or the names of the columns.',
    }),
  },
  { title: 'RelationshipSuggestion' },
);
export type RelationshipSuggestion = Wire<typeof RelationshipSuggestionSchema>;

export const SuggestRequestSchema = Type.Object(
  { context: checkAs },
  { title: 'SuggestRequest', additionalProperties: false },
);
const draft = { id: Identifier, name: Label(1) };
const draftsAre = {
  maxItems: MAX_NEW_DATASETS,
  description: 'Datasets that are not saved yet: only their relationships are suggested.',
};

/** Source and columns are validated by the checks of datasets. */
export const SuggestModelRequestSchema = Type.Object(
  {
    context: checkAs,
    drafts: Type.Optional(
      Type.Array(
        Type.Object(
          { ...draft, source: Type.Unknown(), columns: Type.Unknown() },
          { additionalProperties: false },
        ),
        draftsAre,
      ),
    ),
  },
  { additionalProperties: false },
);
const { source, columns } = DocumentedNewDatasetSchema.properties;
export const DocumentedSuggestModelRequestSchema = Type.Object(
  {
    context: checkAs,
    drafts: Type.Optional(
      Type.Array(
        Type.Object({ ...draft, source, columns }, { title: 'NewModelDataset', additionalProperties: false }),
        draftsAre,
      ),
    ),
  },
  { title: 'SuggestModelRequest', additionalProperties: false },
);

export const RelationshipSuggestionsSchema = Type.Object(
  { data: Type.Array(RelationshipSuggestionSchema) },
  { title: 'RelationshipSuggestions' },
);

export const ValidateRequestSchema = Type.Object(
  { relationship: checkedLater('Relationship', RelationshipSchema), context: checkAs },
  { title: 'ValidateRequest', additionalProperties: false },
);

const side = Type.Enum(['own', 'other']);
const keys = Type.Array(cells, { description: 'Up to 10 keys, each with one value per column.' });

export const RelationshipCheckSchema = Type.Object(
  {
    valid: Type.Boolean({ description: 'No key occurs twice where it must be unique.' }),
    orphans: Type.Object(
      {
        side: Type.Enum(['own', 'other'], {
          description: 'The dataset whose rows need a partner: the one with many rows per key.',
        }),
        rows: Type.Integer({ description: 'All rows of that dataset.' }),
        withoutKey: Type.Integer({ description: 'Rows without a value in one of the columns.' }),
        count: Type.Integer({ description: 'Rows with a key that the other dataset does not have.' }),
        examples: keys,
      },
      { title: 'Orphans' },
    ),
    duplicates: Type.Array(
      Type.Object(
        {
          side,
          count: Type.Integer({ description: 'Keys that occur more than once.' }),
          examples: keys,
        },
        { title: 'DuplicateKeys' },
      ),
      { description: 'One entry per dataset in which keys must be unique.' },
    ),
  },
  { title: 'RelationshipCheck' },
);
/** How a relationship fits the data. */
export type RelationshipCheck = Wire<typeof RelationshipCheckSchema>;
