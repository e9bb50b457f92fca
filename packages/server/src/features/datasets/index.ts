/** The public interface of this feature. */

export { columnRange } from './column-range.ts';
export { accessesOf, type DataRead } from './data-reads.ts';
export {
  type DatasetModels,
  datasetModels,
  type LoadedDataset,
  type LoadedDatasets,
  labelAmong,
  loadDatasets,
  type NamedColumn,
  type Reach,
  reachAmong,
  withModels,
} from './dataset-models.ts';
export { type DatasetProblems, findDatasetProblems, reportDatasetProblems } from './dataset-problems.ts';
export {
  type DatasetDraft,
  datasetsOfConnections,
  datasetsOfFile,
  deleteDataset,
  findDataset,
  findDatasets,
  holdDatasets,
  insertDataset,
  listDatasets,
  lockDatasets,
  type StoredDataset,
  updateDataset,
} from './datasets.ts';
export { explainQuery } from './explain-query.ts';
export { findModel, findModels } from './find-model.ts';
export {
  type DatasetDependents,
  insertDatasets,
  type NewDataset,
  readNewDataset,
} from './manage-datasets.ts';
export {
  datasetsReaching,
  datasetsUsing,
  holdRelated,
  refuseBrokenRelationships,
  withRelated,
} from './related-datasets.ts';
export {
  type QueryOptions,
  type QueryResponse,
  type QuerySource,
  runFilterValues,
  runQuery,
  sourceFor,
  withFilters,
} from './run-query.ts';
export { type DrillRows, runRows } from './run-rows.ts';
export { typedFilters } from './typed-filters.ts';
