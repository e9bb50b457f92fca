import { DocumentedNewDatasetSchema, NewDatasetSchema } from '@inlay/protocol/dataset-api';
import { MAX_NEW_DATASETS } from '@inlay/protocol/max-new-datasets';
import { Identifier, Nullable } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { AppContentSchema } from './app.ts';
import { DashboardContentSchema } from './dashboard.ts';

// Datasets and a dashboard on them, which are created together or not at all (ADR 324).

const datasetsAre = {
  minItems: 1,
  maxItems: MAX_NEW_DATASETS,
  description: 'Their relationships may name each other.',
};
const unchecked = { additionalProperties: true };

/** Other properties are accepted here; the checks of datasets and content refuse unknown ones. */
export const NewBundleSchema = Type.Object(
  {
    datasets: Type.Array(
      Type.Object({ ...NewDatasetSchema.properties, id: Identifier }, unchecked),
      datasetsAre,
    ),
    app: Type.Optional(Type.Object({ id: Identifier }, unchecked)),
    dashboard: Type.Optional(Type.Object({ id: Identifier, appId: Identifier }, unchecked)),
  },
  { additionalProperties: false },
);

export const DocumentedBundleSchema = Type.Object(
  {
    datasets: Type.Array(
      Type.Object(
        { ...DocumentedNewDatasetSchema.properties, id: Identifier },
        { title: 'BundledDataset', additionalProperties: false },
      ),
      datasetsAre,
    ),
    app: Type.Optional(
      Type.Object(
        { id: Identifier, ...AppContentSchema.properties },
        { title: 'BundledApp', additionalProperties: false },
      ),
    ),
    dashboard: Type.Optional(
      Type.Object(
        { id: Identifier, appId: Identifier, ...DashboardContentSchema.properties },
        { title: 'BundledDashboard', additionalProperties: false },
      ),
    ),
  },
  { title: 'NewBundle', additionalProperties: false },
);

export const BundleSchema = Type.Object(
  {
    datasets: Type.Array(Type.String(), { description: 'The ids of the datasets.' }),
    app: Nullable(Type.String()),
    dashboard: Nullable(Type.String()),
  },
  { title: 'Bundle' },
);
