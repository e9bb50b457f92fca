import type { TileContent } from '@inlay/charts/tile';
import type { Grain } from '@inlay/protocol/query';
import type { EditorDataset } from '../editor-backend.ts';
import { isTime } from './shape-of.ts';

/** Changes that turn a query that is too expensive into one that can run. */
export type WayOut =
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

export function waysOut({ query }: TileContent, dataset: EditorDataset): readonly WayOut[] {
  const ways: WayOut[] = [];
  for (const { column, grain } of query.dimensions) {
    const next = grain && coarser[grain];
    if (next) ways.push({ kind: 'coarser', column, grain: next });
  }
  const name = query.dimensions.find(({ grain }) => grain === undefined)?.column;
  if (name !== undefined && query.measures.length > 0 && !query.top)
    ways.push({ kind: 'top', column: name, count: 20 });
  const time = dataset.columns.find(isTime)?.name;
  const isLimited = (query.filters ?? []).some(({ column }) => column === time);
  if (time !== undefined && !isLimited) ways.push({ kind: 'period', column: time });
  return ways;
}

/** These errors can be fixed by querying less. */
export const isTooHeavy = (code: string): boolean =>
  ['DATABASE_TIMEOUT', 'OUT_OF_MEMORY', 'QUERY_TOO_EXPENSIVE'].includes(code);
