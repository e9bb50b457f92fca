import { contrast, mix, readableAgainst } from '@inlay/charts/theme/contrast';
import { darkTokens, lightTokens, rampTokens, seriesTokens, type Tokens } from '@inlay/charts/theme/tokens';
import type { Colours, ThemeDraft } from './theme-draft.ts';

/** The position of each step of a scale between background, color and text. */
const STEPS = [0.1, 0.25, 0.42, 0.62, 0.82, 1, 1.4] as const;
const READABLE = 4.5;

/** A look made from one colour, readable in light and dark: links, the first series and the scale are of it. */
export function brandTheme(draft: ThemeDraft, brand: string): ThemeDraft {
  return {
    ...draft,
    light: { ...draft.light, ...coloursOf(brand, lightTokens) },
    dark: { ...draft.dark, ...coloursOf(brand, darkTokens) },
  };
}

function coloursOf(brand: string, tokens: Tokens): Colours {
  const accent = readableAgainst(tokens.surface, brand, tokens.text);
  // The series that is most like the brand's colour gives its place to the former first one.
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
  const isReadable = (colour: string) =>
    Math.max(contrast(colour, text), contrast(colour, surface)) >= READABLE;
  for (let away = 0; away < 1; away += 0.05) {
    const lighter = mix(cell, surface, away);
    if (isReadable(lighter)) return lighter;
  }
  return surface;
}

function distance(a: string, b: string): number {
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const other = channels(b);
  return Math.hypot(...channels(a).map((value, at) => value - (other[at] ?? 0)));
}
