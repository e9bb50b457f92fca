import { type Finding, placeText, quoted, type World } from './check.ts';
import type { Sight, Survey } from './survey.ts';

/** Values in what a viewer got that belong to somebody else. */
export function foreignValues(
  { owners, plan }: World,
  { viewer, sights }: Pick<Survey, 'viewer' | 'sights'>,
  select: (sight: Sight) => boolean,
): Finding[] {
  return sights
    .filter((sight) => !plan.shared.has(sight.dataset) && select(sight))
    .flatMap((seen): readonly Finding[] => {
      const { values, status, isPartial, ...sight } = seen;
      const [foreign, ...more] = owners.foreignIn(viewer.name, seen);
      if (!foreign) return [];
      const { dataset, column, ...place } = sight;
      const owner = foreign.owner === undefined ? 'is not theirs' : `belongs to ${quoted(foreign.owner)}`;
      const others = more.length > 0 ? ` (and ${more.length} more)` : '';
      return [
        {
          ...sight,
          state: 'failed',
          context: viewer.name,
          example: foreign.value,
          message: `${quoted(viewer.name)} gets ${column} ${quoted(foreign.value)}${others}, which ${owner}, in ${placeText(place)} (dataset ${quoted(dataset)}).`,
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
