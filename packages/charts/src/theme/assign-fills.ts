import { type SeriesFill, type Theme, tokenFill } from './create-theme.ts';
import { isColor } from './is-color.ts';
import { seriesTokens, type Token } from './tokens.ts';

interface FillRules {
  /** Colors that the tile's author chose, by name. */
  readonly explicit?: Readonly<Record<string, string>> | undefined;
  /**
   * The known categories in a stable order, so that a category has the same color on every tile with this list. Groups
   * of names are separated by an empty one, and each group has the whole palette.
   */
  readonly categories?: readonly string[] | undefined;
}

/**
 * Gives each name a color by its position in `categories`, so a filter that removes one category does not change the
 * others. Names beyond the palette share the neutral color: a ninth hue could not be distinguished from the first
 * eight.
 */
export function assignFills(
  theme: Theme,
  names: readonly string[],
  rules: FillRules = {},
): readonly SeriesFill[] {
  const known = groupFor(names, rules.categories ?? []);
  const taken = new Set(names.map((name) => known.indexOf(name)).filter((index) => index >= 0));
  let next = 0;
  return names.map((name) => {
    let slot = known.indexOf(name);
    if (slot < 0) {
      while (taken.has(next)) next += 1;
      slot = next++;
    }
    // An explicit color still uses its position, so that the others stay the same.
    const explicit = rules.explicit?.[name];
    if (explicit !== undefined && Object.hasOwn(theme.tokens, explicit))
      return tokenFill(theme, explicit as Token);
    if (explicit !== undefined && isColor(explicit)) return { value: explicit, color: explicit };
    return tokenFill(theme, seriesTokens[slot] ?? 'neutral');
  });
}

/** The group that most of the names are from. */
function groupFor(names: readonly string[], categories: readonly string[]): readonly string[] {
  if (!categories.includes('')) return categories;
  const groups: string[][] = [[]];
  for (const name of categories) name === '' ? groups.push([]) : groups.at(-1)?.push(name);
  const shared = (group: readonly string[]) => names.filter((name) => group.includes(name)).length;
  return groups.reduce((best, group) => (shared(group) > shared(best) ? group : best));
}
