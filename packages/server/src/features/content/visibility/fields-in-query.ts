import type { QuerySpec } from '@inlay/protocol/query';

/** A name in a query, and what it must be the name of. */
export interface NamedField {
  readonly path: string;
  readonly name: string;
  readonly kind: 'column' | 'measure' | 'either';
}

/** Every column and measure that a query names. */
export function fieldsInQuery(query: QuerySpec): readonly NamedField[] {
  const { dimensions, measures, filters = [], anyOf = [], having = [], sort = [] } = query;
  const { comparison, top, pivot } = query;
  const column = (path: string, name: string): NamedField => ({ path, name, kind: 'column' });
  const measure = (path: string, name: string): NamedField => ({ path, name, kind: 'measure' });
  // `date:month` is one of several dimensions of the same column.
  const columnOf = (name: string) =>
    dimensions.find(({ column: own, grain }) => name === `${own}:${grain}`)?.column ?? name;
  return [
    ...dimensions.map((each, index) => column(`/dimensions/${index}/column`, each.column)),
    ...measures.map((name, index) => measure(`/measures/${index}`, name)),
    ...filters.map((filter, index) => column(`/filters/${index}/column`, filter.column)),
    ...anyOf.flatMap((group, place) =>
      group.map((filter, index) => column(`/anyOf/${place}/${index}/column`, filter.column)),
    ),
    ...having.map((filter, index) => measure(`/having/${index}/measure`, filter.measure)),
    ...sort.map(
      ({ by }, index): NamedField => ({ path: `/sort/${index}/by`, name: columnOf(by), kind: 'either' }),
    ),
    ...(comparison ? [column('/comparison/column', comparison.column)] : []),
    ...(top ? [column('/top/dimension', columnOf(top.dimension)), measure('/top/by', top.by)] : []),
    ...(pivot ? [column('/pivot/dimension', columnOf(pivot.dimension))] : []),
  ];
}
