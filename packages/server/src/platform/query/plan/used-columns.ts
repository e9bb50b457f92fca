import type { QueryColumn } from '../../rules/condition.ts';

/**
 * The computed columns and those with an access list that a plan uses anywhere: in dimensions, filters, measures, keys. The plan
 * is searched instead of read field by field, so that a part added to plans later cannot be forgotten here.
 */
export function usedColumns(plan: object): readonly QueryColumn[] {
  const known = found.get(plan);
  if (known) return known;
  const columns = new Set<QueryColumn>();
  const seen = new Set<object>();
  const search = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    if (isDataset(part)) return;
    if (isColumn(part)) columns.add(part);
    for (const inner of part instanceof Map ? part.values() : Object.values(part)) search(inner);
  };
  search(plan);
  const list = [...columns];
  found.set(plan, list);
  return list;
}

/** Plans are reused; the search takes as long as planning. */
const found = new WeakMap<object, readonly QueryColumn[]>();

/** A dataset lists all of its columns, used or not. */
const isDataset = (part: object): boolean => 'source' in part && 'columns' in part;

const isColumn = (part: object): part is QueryColumn =>
  ('access' in part || 'expression' in part) && 'name' in part && 'type' in part;
