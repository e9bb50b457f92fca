import type { FilterValuesResponse } from '@inlay/content/embed-api';
import type { Filter, QuerySpec } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import type { Services } from '../../services.ts';
import type { DataViewer } from '../connections/index.ts';
import type { StoredDataset } from './datasets.ts';
import { type QueryOptions, runQuery } from './run-query.ts';

/** The minimum and maximum of a column over the rows that this viewer sees. */
export async function columnRange(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  column: string,
  { filters = [], ...options }: QueryOptions,
): Promise<FilterValuesResponse> {
  const isSet: Filter = { column, operator: 'is-set' };
  const bound = async (direction: 'asc' | 'desc') => {
    const spec: QuerySpec = {
      dimensions: [{ column }],
      measures: [],
      sort: [{ by: column, direction }],
      limit: 1,
    };
    const withSet = { ...options, filters: [...filters, isSet] };
    const { result } = await runQuery(services, viewer, dataset, spec, withSet);
    return result.columns[0]?.values[0];
  };
  const [min, max] = await Promise.all([bound('asc'), bound('desc')]);
  return { values: [], truncated: false, ...(isBound(min) ? { min } : {}), ...(isBound(max) ? { max } : {}) };
}

const isBound = (cell: Cell | undefined): cell is string | number =>
  typeof cell === 'string' || typeof cell === 'number';
