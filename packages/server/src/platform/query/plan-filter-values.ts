import type { Dataset } from '@inlay/protocol/dataset';
import type { Filter, ViewerCalendar } from '@inlay/protocol/query';
import type { Model } from './model.ts';
import { type Plan, planQuery } from './plan.ts';

export interface FilterValuesQuery {
  readonly column: string;
  /** Only values that contain this text. */
  readonly search?: string;
  /** The viewer's other choices, so that a picker offers what still has rows. */
  readonly filters?: readonly Filter[];
  readonly limit?: number;
}

/** The values that a filter offers. An ordinary query, so the same guard and rules apply. */
export function planFilterValues(
  query: FilterValuesQuery,
  data: Model | Dataset,
  calendar: ViewerCalendar,
  now: number,
): Plan {
  const { column, search, filters = [], limit = 100 } = query;
  return planQuery(
    {
      dimensions: [{ column }],
      measures: [],
      filters: [
        ...filters,
        { column, operator: 'is-set' },
        ...(search === undefined || search === ''
          ? []
          : [{ column, operator: 'contains' as const, value: search }]),
      ],
      sort: [{ by: column, direction: 'asc' }],
      limit,
    },
    data,
    calendar,
    now,
  );
}
