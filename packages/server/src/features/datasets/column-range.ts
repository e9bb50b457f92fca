import type { FilterValuesAnswer } from '@inlay/protocol/embed-api';
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
): Promise<FilterValuesAnswer> {
  const isSet: Filter = { column, operator: 'is-set' };
  const end = async (direction: 'asc' | 'desc') => {
    const spec: QuerySpec = {
      dimensions: [{ column }],
      measures: [],
      sort: [{ by: column, direction }],
      limit: 1,
    };
    const asked = { ...options, filters: [...filters, isSet] };
    const { result } = await runQuery(services, viewer, dataset, spec, asked);
    return result.columns[0]?.values[0];
  };
  const [min, max] = await Promise.all([end('asc'), end('desc')]);
  return { values: [], truncated: false, ...(isEnd(min) ? { min } : {}), ...(isEnd(max) ? { max } : {}) };
}

const isEnd = (cell: Cell | undefined): cell is string | number =>
  typeof cell === 'string' || typeof cell === 'number';
