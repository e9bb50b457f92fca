import { contrast, readableAgainst } from './contrast.ts';
import { isColor } from './is-color.ts';
import { darkTokens, fontStack, lightTokens, seriesTokens, type Token, type Tokens } from './tokens.ts';

/** The colors of a chart: token values, and what SVG attributes use for them. */
export interface Theme {
  readonly mode: 'light' | 'dark';
  readonly tokens: Tokens;
  /** The value of `fill` and `stroke`: `var(--inlay-grid,#e6e8ec)`, or the plain color in an export. */
  readonly colors: Tokens;
  readonly font: string;
  readonly variables: boolean;
}

export interface ThemeOptions {
  readonly mode?: 'light' | 'dark';
  /** A tenant's colors; missing ones keep their default. */
  readonly overrides?: Partial<Record<Token, string>>;
  /** `false` writes plain colors, for files that leave the page (SVG, PNG). */
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
  const colors = variables
    ? (Object.fromEntries(names.map((name) => [name, `var(--inlay-${name},${tokens[name]})`])) as Tokens)
    : tokens;
  const font = options.font ?? fontStack;
  return { mode, tokens, colors, font: variables ? `var(--inlay-font,${font})` : font, variables };
}

/** The color of text in a series' color: series colors guarantee 3:1, text needs 4.5:1. */
export function textColor(theme: Theme, fill: SeriesFill): string {
  const readable = readableAgainst(theme.tokens.surface, fill.value, theme.tokens.text);
  return theme.variables && fill.token ? `var(--inlay-${fill.token}-text,${readable})` : readable;
}

/** The text color on a filled mark: the one of the theme's extremes with more contrast. */
export function textOn(theme: Theme, background: string): string {
  const { surface, text } = theme.tokens;
  const token = contrast(background, text) >= contrast(background, surface) ? 'text' : 'surface';
  return theme.colors[token];
}

/** A mark's color: its value for computing and, unless it was chosen explicitly, its token. */
export interface SeriesFill {
  readonly value: string;
  readonly color: string;
  readonly token?: Token;
}

export function tokenFill(theme: Theme, token: Token): SeriesFill {
  return { value: theme.tokens[token], color: theme.colors[token], token };
}

type Overrides = ThemeOptions['overrides'];

/** The tokens as a style sheet. */
export function themeCss(overrides: { light?: Overrides; dark?: Overrides } = {}): string {
  return tokenSheet(themeValues('light', overrides.light), themeValues('dark', overrides.dark));
}

/** The values of a theme's custom properties, by name. */
export function themeValues(mode: Theme['mode'], overrides: Overrides = {}): ReadonlyMap<string, string> {
  const { tokens } = createTheme({ mode, overrides });
  const values = new Map<string, string>();
  for (const name of Object.keys(tokens) as Token[]) values.set(`--inlay-${name}`, tokens[name]);
  for (const name of [...seriesTokens, 'neutral', 'accent'] as const)
    values.set(`--inlay-${name}-text`, readableAgainst(tokens.surface, tokens[name], tokens.text));
  return values;
}

/**
 * Light by default and on paper, where the page has no background; dark by the viewer's system or `data-inlay-theme`.
 * `kept` lists the properties to include.
 */
export function tokenSheet(
  light: ReadonlyMap<string, string>,
  dark: ReadonlyMap<string, string>,
  kept: (name: string) => boolean = () => true,
): string {
  const write = (values: ReadonlyMap<string, string>) => {
    let text = '';
    for (const [name, value] of values) if (kept(name)) text += `;${name}:${value}`;
    return text;
  };
  const night = `{color-scheme:dark${write(dark)}}`;
  return [
    `:root,[data-inlay-theme=light]{color-scheme:light${write(light)}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-inlay-theme=light])${night}}`,
    `@media screen{[data-inlay-theme=dark]${night}}`,
  ].join('\n');
}
