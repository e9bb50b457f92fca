import { maxColumns } from '../../layout/table-limits.ts';
import type { Member, PivotTable } from './read-pivot.ts';

/** Limits the number of columns; the total stays the last one. */
export function columnsWithin({ columns, measures }: PivotTable): readonly Member[] {
  const most = Math.max(1, Math.floor(maxColumns / measures.length));
  const last = columns.at(-1);
  if (columns.length <= most || last === undefined) return columns;
  return last.depth === 0 ? [...columns.slice(0, most - 1), last] : columns.slice(0, most);
}
