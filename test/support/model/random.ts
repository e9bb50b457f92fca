/** Choices that depend on nothing but a seed. */
export interface Random {
  /** From 0 to `below` - 1. */
  integer(below: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Some of the items, in their order. */
  some<T>(items: readonly T[], probability: number): readonly T[];
  /** Up to `count` different items. */
  sample<T>(items: readonly T[], count: number): readonly T[];
}

/** Mulberry32. */
export function makeRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number) => Math.floor(next() * below);
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('There is nothing to pick from.');
    return items[integer(items.length)] as T;
  };
  return {
    integer,
    chance: (probability) => next() < probability,
    pick,
    some: (items, probability) => items.filter(() => next() < probability),
    sample(items, count) {
      const left = [...items];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(integer(left.length), 1),
      ).flat();
    },
  };
}
