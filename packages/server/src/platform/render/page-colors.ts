import type { PageSlots } from '@inlay/charts/theme/assign-slots';

/** The most entries of a page's colors; every request of its script contains them. */
export const MAX_COLORS = 400;
const MAX_ENTRY = 4096;

/** The colors of a page, as its script keeps them: an entry per member, with its dimension and its color. */
export function writeColors(page: PageSlots): readonly string[] | undefined {
  const entries = Array.from(page, ([dimension, slots]) =>
    Object.entries(slots).map(([member, slot]) => JSON.stringify([dimension, member, slot])),
  ).flat();
  // A member with such a long name gets its color again with every result.
  const kept = entries.filter((entry) => entry.length <= MAX_ENTRY).slice(0, MAX_COLORS);
  return kept.length === 0 ? undefined : kept;
}

/** Entries that this server did not write are ignored: they are from the page, and an older one wrote names alone. */
export function readColors(entries: readonly string[] = []): PageSlots {
  const page = new Map<string, Record<string, number>>();
  for (const [dimension, member, slot] of entries.flatMap(readEntry)) {
    const slots = page.get(dimension) ?? Object.create(null);
    slots[member] = slot;
    page.set(dimension, slots);
  }
  return page;
}

function readEntry(entry: string): readonly (readonly [string, string, number])[] {
  try {
    const [dimension, member, slot] = JSON.parse(entry);
    const isValid = typeof dimension === 'string' && typeof member === 'string' && Number.isInteger(slot);
    return isValid && slot >= 0 && slot < 8 ? [[dimension, member, slot]] : [];
  } catch {
    return [];
  }
}
