import { type Finding, placeText, quoted, type World } from './check.ts';
import { LEAKS } from './messages.ts';
import type { ColumnValues, Survey } from './survey.ts';

/** Values in what a viewer got that belong to somebody else. */
export function foreignValues(
  { owners, plan }: World,
  { viewer, columnValues }: Pick<Survey, 'viewer' | 'columnValues'>,
  select: (entry: ColumnValues) => boolean,
): Finding[] {
  return columnValues
    .filter((entry) => !plan.shared.has(entry.dataset) && select(entry))
    .flatMap((found): readonly Finding[] => {
      const { values, status, isPartial, ...entry } = found;
      const [foreign, ...more] = owners.foreignIn(viewer.name, found);
      if (!foreign) return [];
      const { dataset, column, ...place } = entry;
      const others = more.length > 0 ? ` (and ${more.length} more)` : '';
      const value = `${column} ${quoted(foreign.value)}${others}`;
      const [who, where, of] = [quoted(viewer.name), placeText(place), quoted(dataset)];
      return [
        {
          ...entry,
          state: 'leak',
          context: viewer.name,
          example: foreign.value,
          message:
            foreign.owner === undefined
              ? LEAKS.unexpectedValue(who, value, where, of)
              : LEAKS.foreignValue(who, value, quoted(foreign.owner), where, of),
        },
      ];
    });
}

/** Values of a column that other contexts may see, and this one may not. */
export function foreignTo(
  { surveys, owners }: Pick<World, 'surveys' | 'owners'>,
  context: string,
  dataset: string,
  column: string,
): readonly string[] {
  if (!owners.identifies(dataset, column)) return [];
  const own = owners.allowed(context, dataset, column);
  if (own === '*') return [];
  return [
    ...new Set(
      surveys
        .filter(({ viewer }) => viewer.name !== context)
        .flatMap(({ viewer }) => {
          const theirs = owners.allowed(viewer.name, dataset, column);
          return theirs === undefined || theirs === '*' ? [] : [...theirs];
        })
        .filter((value) => !own?.has(value)),
    ),
  ];
}
