import type { OwnTile } from '@inlay/charts/tile';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { QuerySpec } from '@inlay/protocol/query';

/** Whether a name is hidden from the reader. */
export interface HiddenNames {
  column(name: string): boolean;
  measure(name: string): boolean;
}

/**
 * A tile without filters and drill-through columns that name fields which are hidden from the reader. What it shows
 * stays. Unchanged parts are the same objects.
 */
export function withoutHiddenNames<T extends OwnTile>(tile: T, hidden: HiddenNames): T {
  const query = withoutFiltersOn(tile.query, hidden);
  const { drillThrough, ...rest } = tile;
  const columns = drillThrough?.columns.filter((name) => !hidden.column(name)) ?? [];
  if (!drillThrough || columns.length === drillThrough.columns.length) return { ...tile, query };
  return { ...(rest as T), query, ...(columns.length > 0 ? { drillThrough: { columns } } : {}) };
}

/** A filter of a dashboard without its default, which may be a value of a column that is hidden from the reader. */
export function withoutHiddenDefault(filter: FilterControl, hidden: HiddenNames): FilterControl {
  if (!('default' in filter) || !hidden.column(filter.column)) return filter;
  const { default: _, ...redacted } = filter;
  return redacted;
}

/** A query without filters on fields that are hidden from the reader. */
export function withoutFiltersOn(query: QuerySpec, { column, measure }: HiddenNames): QuerySpec {
  const { filters = [], anyOf = [], having = [], ...rest } = query;
  const visible = {
    filters: filters.filter((filter) => !column(filter.column)),
    // A group means something else without one of its filters.
    anyOf: anyOf.filter((group) => !group.some((filter) => column(filter.column))),
    having: having.filter((filter) => !measure(filter.measure)),
  };
  if (
    visible.filters.length === filters.length &&
    visible.anyOf.length === anyOf.length &&
    visible.having.length === having.length
  )
    return query;
  const left = Object.entries(visible).filter(([, list]) => list.length > 0);
  return { ...rest, ...Object.fromEntries(left) };
}
