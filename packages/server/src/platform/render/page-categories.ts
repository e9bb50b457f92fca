import { chartOf } from '@inlay/charts/chart-kinds';
import type { Tile } from '@inlay/charts/tile';
import type { QueryResult } from '@inlay/protocol/result';

/** The number of distinct colors in the palette. */
const MAX_NAMES = 8;

/**
 * The categories of a page, in an order that gives each the same color in every tile, on every visit and under every
 * filter. Categories of one column that tiles share form a group, sorted by name, so that neither the first result nor
 * today's ranking decides; an empty name separates two groups. A group with more names than colors is left out. Names
 * that were `known` when the first part of the page was sent keep their color.
 */
export function pageCategories(
  drawn: readonly { readonly tile: Tile; readonly result: QueryResult }[],
  known: readonly string[] = [],
): readonly string[] | undefined {
  const sets: { readonly column: string; names: Set<string> }[] = [];
  for (const { tile, result } of drawn) {
    for (const [name, names] of namesOf(tile, result)) {
      const column = JSON.stringify([tile.datasetId, name]);
      const same = sets.filter((set) => set.column === column && names.some((each) => set.names.has(each)));
      for (const set of same) sets.splice(sets.indexOf(set), 1);
      sets.push({ column, names: new Set([...same.flatMap((set) => [...set.names]), ...names]) });
    }
  }
  const before = groupsOf(known);
  const groups = sets.flatMap(({ names }) => {
    const own = before.find((group) => group.some((name) => names.has(name))) ?? [];
    const fresh = [...names].filter((name) => !own.includes(name)).sort();
    const all = [...own, ...fresh];
    return all.length > 0 && all.length <= MAX_NAMES ? [all] : own.length > 0 ? [own] : [];
  });
  const kept = before.filter((group) => !groups.some((other) => other[0] === group[0]));
  const all = [...kept, ...groups];
  return all.length > 0 ? all.flatMap((group, index) => (index === 0 ? group : ['', ...group])) : undefined;
}

function groupsOf(names: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [[]];
  for (const name of names) name === '' ? groups.push([]) : groups.at(-1)?.push(name);
  return groups.filter((group) => group.length > 0);
}

function namesOf(
  { kind, options = {} }: Tile,
  { columns }: QueryResult,
): readonly (readonly [column: string, names: readonly string[]])[] {
  const pivoted = columns.flatMap(({ pivot }) => (typeof pivot?.value === 'string' ? [pivot.value] : []));
  const pivot = columns.find((column) => column.pivot)?.pivot?.dimension ?? '';
  const { colors, options: offered } = chartOf(kind);
  const panels = 'panels' in offered ? options.panels : undefined;
  const first = columns.find(({ role, name }) => role === 'dimension' && name !== panels)?.name;
  const name = colors === 'parts' ? (options.x ?? first) : options.series;
  const values = columns.find((column) => column.name === name && column.type === 'string')?.values ?? [];
  const written = values.flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []));
  return [[pivot, pivoted] as const, [name ?? '', written] as const].filter(([, names]) => names.length > 0);
}
