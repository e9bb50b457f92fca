import { contrast, readableAgainst } from './contrast.ts';
import { isColor } from './is-color.ts';
import { darkTokens, fontStack, lightTokens, seriesTokens, type Token, type Tokens } from './tokens.ts';

/** What a chart is painted with: token values and the paint strings made from them. */
export interface Theme {
  readonly mode: 'light' | 'dark';
  readonly tokens: Tokens;
  /** What goes into `fill` and `stroke`: `var(--inlay-grid,#e6e8ec)`, or the bare colour in an export. */
  readonly paint: Tokens;
  readonly font: string;
  readonly variables: boolean;
}

export interface ThemeOptions {
  readonly mode?: 'light' | 'dark';
  /** A tenant's colours; what is absent keeps its default. */
  readonly overrides?: Partial<Record<Token, string>>;
  /** `false` writes plain colours, for files that leave the page (SVG, PNG). */
  readonly variables?: boolean;
  readonly font?: string;
}

export function createTheme(options: ThemeOptions = {}): Theme {
  const mode = options.mode ?? 'light';
  const variables = options.variables ?? true;
  const defaults: Tokens = mode === 'dark' ? darkTokens : lightTokens;
  const overrides = Object.entries(options.overrides ?? {}).filter(
    ([token, value]) => token in defaults && isColor(value),
  );
  const tokens: Tokens = { ...defaults, ...Object.fromEntries(overrides) };
  const names = Object.keys(tokens) as Token[];
  const paint = variables
    ? (Object.fromEntries(names.map((name) => [name, `var(--inlay-${name},${tokens[name]})`])) as Tokens)
    : tokens;
  const font = options.font ?? fontStack;
  return { mode, tokens, paint, font: variables ? `var(--inlay-font,${font})` : font, variables };
}

/** The colour of words that carry a series' colour: series colours promise 3:1, words need 4.5:1. */
export function textPaint(theme: Theme, fill: SeriesFill): string {
  const readable = readableAgainst(theme.tokens.surface, fill.value, theme.tokens.text);
  return theme.variables && fill.token ? `var(--inlay-${fill.token}-text,${readable})` : readable;
}

/** Words on top of a filled mark: whichever of the theme's extremes reads better there. */
export function textOn(theme: Theme, background: string): string {
  const { surface, text } = theme.tokens;
  const token = contrast(background, text) >= contrast(background, surface) ? 'text' : 'surface';
  return theme.paint[token];
}

/** A mark's colour: its value for computing and, unless somebody chose it explicitly, its token. */
export interface SeriesFill {
  readonly value: string;
  readonly paint: string;
  readonly token?: Token;
}

export function tokenFill(theme: Theme, token: Token): SeriesFill {
  return { value: theme.tokens[token], paint: theme.paint[token], token };
}

/** The tokens as a style sheet: light by default, dark by the viewer's system or by `data-inlay-theme`. */
export function themeCss(
  overrides: { light?: ThemeOptions['overrides']; dark?: ThemeOptions['overrides'] } = {},
) {
  const light = declarations(
    createTheme({ mode: 'light', ...(overrides.light && { overrides: overrides.light }) }),
  );
  const dark = declarations(
    createTheme({ mode: 'dark', ...(overrides.dark && { overrides: overrides.dark }) }),
  );
  return [
    `:root,[data-inlay-theme=light]{color-scheme:light;${light}}`,
    `@media(prefers-color-scheme:dark){:root:not([data-inlay-theme=light]){color-scheme:dark;${dark}}}`,
    `[data-inlay-theme=dark]{color-scheme:dark;${dark}}`,
  ].join('\n');
}

function declarations(theme: Theme): string {
  const { tokens } = theme;
  const values = (Object.keys(tokens) as Token[]).map((name) => `--inlay-${name}:${tokens[name]}`);
  const words = ([...seriesTokens, 'neutral', 'accent'] as const).map(
    (name) => `--inlay-${name}-text:${readableAgainst(tokens.surface, tokens[name], tokens.text)}`,
  );
  return [...values, ...words].join(';');
}
