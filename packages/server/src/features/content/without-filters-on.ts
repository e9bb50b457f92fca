import type { QuerySpec } from '@inlay/protocol/query';

/** A question as it may be told: what narrows it by a column that is kept from the reader is left out. */
export function withoutFiltersOn(query: QuerySpec, isKept: (column: string) => boolean): QuerySpec {
  const { filters, ...rest } = query;
  const told = filters?.filter(({ column }) => !isKept(column)) ?? [];
  if (told.length === (filters?.length ?? 0)) return query;
  return told.length === 0 ? rest : { ...rest, filters: told };
}
