import { type ColoredMembers, compareKeys } from '../data/colored-members.ts';
import { seenDistance } from './see-color.ts';
import { seriesTokens, type Tokens } from './tokens.ts';

/** Indexes of the palette by member. Members without one are neutral. */
export type Slots = Readonly<Record<string, number>>;

/** The colors of a page by dimension. */
export type PageSlots = ReadonlyMap<string, Slots>;

/** The colored members of a tile, and what identifies their dimension on the page. */
export interface ColoredTile extends Pick<ColoredMembers, 'members'> {
  readonly dimension: string;
}

/** The number of distinct colors in the palette, and so of members of one tile that have one. */
export const maxSlots = seriesTokens.length;

/** A color that is closer than this to one of the palette takes its place. Those of the palette are 0.08 apart. */
const ALIKE = 0.06;

/**
 * Gives each member of each dimension a color of the palette (ADR 337). Colors that are `known` stay. While there are
 * enough colors, none is used twice; after that, members share a color with one of another dimension, and then with one
 * that no tile shows next to them. The dimension that most tiles show comes first. Up to eight members of a dimension
 * are in the order of their values, so that neither the first result nor today's ranking decides; of more, the largest
 * come first.
 */
export function assignSlots(
  tiles: readonly ColoredTile[],
  tokens: Tokens,
  known: PageSlots = new Map(),
): PageSlots {
  const groups = Map.groupBy(tiles, ({ dimension }) => dimension);
  const taken = new Map(
    [...known.keys(), ...groups.keys()].map((dimension) => [dimension, takenBy(known, dimension)]),
  );
  for (const [dimension, same] of groups)
    for (const { key, fixed } of same.flatMap(({ members }) => members))
      if (fixed !== undefined) taken.get(dimension)?.set(key, slotsOf(fixed, tokens));
  const uses = new Array<number>(maxSlots).fill(0);
  for (const slot of [...taken.values()].flatMap((own) => [...own.values()].flat()))
    uses[slot] = (uses[slot] ?? 0) + 1;

  const assigned = new Map(known);
  for (const [dimension, same] of byUse(groups)) {
    const own = taken.get(dimension) ?? new Map<string, readonly number[]>();
    const rivals = same.map(({ members }) => members.slice(0, maxSlots).map(({ key }) => key));
    const slots: Record<string, number> = { ...known.get(dimension) };
    for (const key of inOrder(same)) {
      if (own.has(key)) continue;
      const beside = rivals.filter((keys) => keys.includes(key)).flat();
      const slot = freest(
        own.values().toArray().flat(),
        beside.flatMap((other) => own.get(other) ?? []),
        uses,
      );
      if (slot === undefined) continue;
      uses[slot] = (uses[slot] ?? 0) + 1;
      own.set(key, [slot]);
      slots[key] = slot;
    }
    assigned.set(dimension, slots);
  }
  return assigned;
}

/**
 * The colors of the members in one tile, by their size: those of a smaller one that would look like a larger one, which
 * another tile does not show, are left out.
 */
export function slotsOfTile(page: PageSlots, { dimension, members }: ColoredTile): Slots {
  const slots = page.get(dimension) ?? {};
  const found: Record<string, number> = {};
  const seen = new Set<number>();
  for (const { key } of members) {
    if (seen.size === maxSlots) break;
    const slot = Object.hasOwn(slots, key) ? slots[key] : undefined;
    if (slot === undefined || seen.has(slot)) continue;
    seen.add(slot);
    found[key] = slot;
  }
  return found;
}

const takenBy = (known: PageSlots, dimension: string): Map<string, readonly number[]> =>
  new Map(Object.entries(known.get(dimension) ?? {}).map(([key, slot]) => [key, [slot]]));

/** The colors of the palette that a chosen color is, or looks like. */
function slotsOf(color: string, tokens: Tokens): readonly number[] {
  const value = Object.hasOwn(tokens, color) ? tokens[color as keyof Tokens] : color;
  if (!value.startsWith('#')) return [];
  return seriesTokens.flatMap((token, slot) =>
    seenDistance(value, tokens[token], 'normal') < ALIKE ? [slot] : [],
  );
}

const membersOf = (tiles: readonly ColoredTile[]) =>
  tiles.flatMap(({ members }) => members.slice(0, maxSlots));

function byUse(groups: ReadonlyMap<string, readonly ColoredTile[]>) {
  const sized = Array.from(groups, ([dimension, same]) => {
    const count = new Set(membersOf(same).map(({ key }) => key)).size;
    return { dimension, same, count };
  });
  return sized
    .sort(
      (a, b) =>
        b.same.length - a.same.length ||
        b.count - a.count ||
        compareKeys(`=${a.dimension}`, `=${b.dimension}`),
    )
    .map(({ dimension, same }) => [dimension, same] as const);
}

function inOrder(same: readonly ColoredTile[]): readonly string[] {
  const shares = new Map<string, number>();
  for (const { key, share } of membersOf(same)) shares.set(key, (shares.get(key) ?? 0) + share);
  const keys = [...shares.keys()].sort(compareKeys);
  const shareOf = (key: string) => shares.get(key) ?? 0;
  return keys.length <= maxSlots ? keys : keys.sort((a, b) => shareOf(b) - shareOf(a));
}

/** Of the colors that no member beside it has, the one that is used least, first in its own dimension. */
function freest(
  own: readonly number[],
  beside: readonly number[],
  uses: readonly number[],
): number | undefined {
  const cost = (slot: number) =>
    own.filter((each) => each === slot).length * 1e6 + (uses[slot] ?? 0) * 10 + slot;
  let found: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const slot of seriesTokens.keys()) {
    if (beside.includes(slot) || cost(slot) >= least) continue;
    found = slot;
    least = cost(slot);
  }
  return found;
}
