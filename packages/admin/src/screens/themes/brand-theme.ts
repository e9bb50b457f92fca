import { contrast, mix, readableAgainst } from '@inlay/charts/theme/contrast';
import { darkTokens, lightTokens, rampTokens, seriesTokens, type Tokens } from '@inlay/charts/theme/tokens';
import type { Colors, ThemeDraft } from './theme-draft.ts';

/** The position of each step of a scale between background, color and text. */
const STEPS = [0.1, 0.25, 0.42, 0.62, 0.82, 1, 1.4] as const;
const READABLE = 4.5;

/** Derives links, the first series and the scale from one color, readable in light and dark mode. */
export function brandTheme(draft: ThemeDraft, brand: string): ThemeDraft {
  return {
    ...draft,
    light: { ...draft.light, ...colorsOf(brand, lightTokens) },
    dark: { ...draft.dark, ...colorsOf(brand, darkTokens) },
  };
}

function colorsOf(brand: string, tokens: Tokens): Colors {
  const accent = readableAgainst(tokens.surface, brand, tokens.text);
  // The series color closest to the brand color becomes the former first one, so that no two are alike.
  const [alike] = seriesTokens.toSorted((a, b) => distance(tokens[a], accent) - distance(tokens[b], accent));
  return {
    ...(alike ? { [alike]: tokens['series-1'] } : {}),
    accent,
    'series-1': accent,
    ...Object.fromEntries(rampTokens.map((token, at) => [token, step(accent, STEPS[at] ?? 1, tokens)])),
  };
}

/** A cell color with readable text: there is a range where neither black nor white text is readable. */
function step(accent: string, share: number, { surface, text }: Tokens): string {
  const cell = share <= 1 ? mix(surface, accent, share) : mix(accent, text, share - 1);
  const isReadable = (color: string) => Math.max(contrast(color, text), contrast(color, surface)) >= READABLE;
  for (let away = 0; away < 1; away += 0.05) {
    const lighter = mix(cell, surface, away);
    if (isReadable(lighter)) return lighter;
  }
  return surface;
}

function distance(a: string, b: string): number {
  const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const other = channels(b);
  return Math.hypot(...channels(a).map((value, at) => value - (other[at] ?? 0)));
}
