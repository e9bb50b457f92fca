import type { QuerySpec } from '@inlay/protocol/query';

/** The query with one part less, for each part: a failing case is reported as small as it can be. */
export function smallerQueries(query: QuerySpec): readonly QuerySpec[] {
  return Object.entries(query).flatMap(([key, value]) => {
    const rest = Object.fromEntries(Object.entries(query).filter(([other]) => other !== key));
    const isRequired = key === 'dimensions' || key === 'measures';
    const shorter = Array.isArray(value)
      ? value.map((_, index) => ({ ...query, [key]: value.toSpliced(index, 1) }))
      : [];
    return [...(isRequired ? [] : [rest]), ...shorter] as QuerySpec[];
  });
}
