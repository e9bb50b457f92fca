/** The public interface of this feature. */
export { columnRange } from './column-range.ts';
export {
  type DatasetDraft,
  datasetsOfFile,
  findDataset,
  findDatasets,
  holdDatasets,
  insertDataset,
  listDatasets,
  type StoredDataset,
  updateDataset,
} from './datasets.ts';
export { explainQuery } from './explain-query.ts';
export type { DatasetDependents } from './manage-datasets.ts';
export { type QueryResponse, type QuerySource, runFilterValues, runQuery, sourceFor } from './run-query.ts';
export { typedFilters } from './typed-filters.ts';
