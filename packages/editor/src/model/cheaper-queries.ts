import type { TileContent } from '@inlay/charts/tile';
import type { Grain } from '@inlay/protocol/query';
import type { EditorDataset } from '../editor-backend.ts';
import { isTime } from './shape-of.ts';

/** A change that makes a query cheaper to run. */
export type CheaperQuery =
  | { readonly kind: 'coarser'; readonly column: string; readonly grain: Grain }
  | { readonly kind: 'top'; readonly column: string; readonly count: number }
  | { readonly kind: 'period'; readonly column: string };

const coarser: Partial<Record<Grain, Grain>> = {
  hour: 'day',
  day: 'week',
  week: 'month',
  month: 'quarter',
  quarter: 'year',
};

export function cheaperQueries({ query }: TileContent, dataset: EditorDataset): readonly CheaperQuery[] {
  const queries: CheaperQuery[] = [];
  for (const { column, grain } of query.dimensions) {
    const next = grain && coarser[grain];
    if (next) queries.push({ kind: 'coarser', column, grain: next });
  }
  const name = query.dimensions.find(({ grain }) => grain === undefined)?.column;
  if (name !== undefined && query.measures.length > 0 && !query.top)
    queries.push({ kind: 'top', column: name, count: 20 });
  const time = dataset.columns.find(isTime)?.name;
  const isLimited = (query.filters ?? []).some(({ column }) => column === time);
  if (time !== undefined && !isLimited) queries.push({ kind: 'period', column: time });
  return queries;
}

/** Whether a cheaper query would avoid this error. */
export const isTooExpensive = (code: string): boolean =>
  ['DATABASE_TIMEOUT', 'OUT_OF_MEMORY', 'QUERY_TOO_EXPENSIVE'].includes(code);
