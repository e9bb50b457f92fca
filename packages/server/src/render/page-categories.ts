import type { QueryResult } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';

/** The palette tells this many apart. */
const MOST = 8;

/**
 * Names that colours stand for on a page, so that one keeps its colour from tile to tile and when a filter takes others
 * away. Where a page has more names than colours, each tile begins anew: grey would tell less. What was `known` when a
 * first part of the page was sent keeps its colour in the others.
 */
export function pageCategories(
  shown: readonly { readonly tile: Tile; readonly result: QueryResult }[],
  known?: readonly string[],
): readonly string[] | undefined {
  const names = new Set([...(known ?? []), ...shown.flatMap(({ tile, result }) => namesOf(tile, result))]);
  return names.size > 0 && names.size <= MOST ? [...names] : known;
}

function namesOf({ kind, options = {} }: Tile, { columns }: QueryResult): readonly string[] {
  const pivoted = columns.flatMap(({ pivot }) => (typeof pivot?.value === 'string' ? [pivot.value] : []));
  const first = columns.find(({ role }) => role === 'dimension')?.name;
  const name = kind === 'pie' ? (options.x ?? first) : options.series;
  const values = columns.find((column) => column.name === name && column.type === 'string')?.values ?? [];
  return [...pivoted, ...values.filter((value) => typeof value === 'string')];
}
