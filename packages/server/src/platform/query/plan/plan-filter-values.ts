import type { Dataset } from '@inlay/protocol/dataset';
import type { ViewerCalendar } from '@inlay/protocol/query';
import type { Model } from '../model/model.ts';
import { isMarkFilter, type QueryFilter } from './mark-filter.ts';
import { type Plan, planQuery } from './plan.ts';

export interface FilterValuesQuery {
  readonly column: string;
  /** Only values that contain this text. */
  readonly search?: string;
  /** The viewer's other choices, so that a picker offers what still has rows. */
  readonly filters?: readonly QueryFilter[];
  /** Whether the missing value and the empty text are offered. An author has operators for them instead. */
  readonly withEmpty?: boolean;
  readonly limit?: number;
}

/** The values that a filter offers. An ordinary query, so the same guard and rules apply. */
export function planFilterValues(
  query: FilterValuesQuery,
  data: Model | Dataset,
  calendar: ViewerCalendar,
  now: number,
): Plan {
  const { column, search, filters = [], withEmpty = false, limit = 100 } = query;
  return planQuery(
    {
      dimensions: [{ column }],
      measures: [],
      filters: [
        ...filters.filter((filter) => !isMarkFilter(filter)),
        ...(withEmpty ? [] : [{ column, operator: 'is-set' as const }]),
        ...(search === undefined || search === ''
          ? []
          : [{ column, operator: 'contains' as const, value: search }]),
      ],
      chosen: filters.filter(isMarkFilter),
      sort: [{ by: column, direction: 'asc' }],
      limit,
    },
    data,
    calendar,
    now,
  );
}
