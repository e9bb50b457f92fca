import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FieldProblem } from '@inlay/protocol/shape-errors';

/** Checks the filters of a dashboard or story that shows these tiles. */
export function checkFilters(
  filters: readonly FilterControl[] = [],
  tileIds: ReadonlySet<string>,
): readonly FieldProblem[] {
  const known = new Map(filters.map((filter) => [filter.id, filter]));
  return [
    ...repeatedIds(filters, '/filters'),
    ...filters.flatMap((filter, index) => [
      ...(filter.tiles ?? []).flatMap((id, at) =>
        tileIds.has(id)
          ? []
          : [
              {
                path: `/filters/${index}/tiles/${at}`,
                problem: `refers to a tile that is not part of this content: '${id}'`,
              },
            ],
      ),
      ...(filter.dependsOn ?? []).flatMap((id, at) => {
        const path = `/filters/${index}/dependsOn/${at}`;
        if (!known.has(id)) return [{ path, problem: `refers to a filter that does not exist: '${id}'` }];
        return dependsOn(known, id, filter.id)
          ? [{ path, problem: `makes '${filter.id}' depend on itself` }]
          : [];
      }),
      ...checkDefault(filter, `/filters/${index}`),
    ]),
  ];
}

function dependsOn(filters: ReadonlyMap<string, FilterControl>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(filters.get(id)?.dependsOn ?? []));
  }
  return false;
}

function checkDefault(filter: FilterControl, path: string): readonly FieldProblem[] {
  if (filter.kind === 'slider') {
    const { min, max, default: chosen } = filter;
    return [
      ...(min !== undefined && max !== undefined && min >= max
        ? [{ path: `${path}/max`, problem: "must be greater than 'min'" }]
        : []),
      ...(chosen && chosen.from > chosen.to
        ? [{ path: `${path}/default/to`, problem: "must be at least 'from'" }]
        : []),
    ];
  }
  if (filter.kind !== 'date-range' || typeof filter.default !== 'object') return [];
  return filter.default.from > filter.default.to
    ? [{ path: `${path}/default/to`, problem: "must not be before 'from'" }]
    : [];
}

export function repeatedIds(
  things: readonly { readonly id: string }[],
  path: string,
): readonly FieldProblem[] {
  const seen = new Set<string>();
  return things.flatMap(({ id }, index) => {
    if (seen.has(id)) return [{ path: `${path}/${index}/id`, problem: `is used more than once: '${id}'` }];
    seen.add(id);
    return [];
  });
}
