import type { AllowedHosts } from '@inlay/charts/chart-props';
import { isRightToLeft, type Locale } from '@inlay/charts/format/locale';
import {
  createTheme,
  type Theme,
  type ThemeOptions,
  themeValues,
  tokenSheet,
} from '@inlay/charts/theme/create-theme';
import type { ThemeContent } from '@inlay/protocol/theme';

/** The resolved theme of a page and its style sheet. */
export interface PageTheme extends AllowedHosts {
  readonly locale: Locale;
  readonly theme: Theme;
  /** Absent: the setting of the viewer's system. */
  readonly mode: 'light' | 'dark' | undefined;
  /** All tokens, or only these and those that differ from the defaults, which come with the script. */
  themeCss(names?: ReadonlySet<string>): string;
  readonly direction: 'ltr' | 'rtl';
}

type Overrides = NonNullable<ThemeOptions['overrides']>;

/** A later layer overrides an earlier one. */
export function createPageTheme(
  locale: Locale,
  layers: readonly ThemeContent[],
  hosts: AllowedHosts = { linkHosts: [], imageHosts: [] },
): PageTheme {
  const resolved = merged(layers);
  const mode = resolved.mode ?? 'auto';
  const { light, dark, own, font, theme } = sheetOf(resolved);
  return {
    locale,
    ...hosts,
    theme: theme[mode === 'dark' ? mode : 'light'],
    mode: mode === 'auto' ? undefined : mode,
    themeCss: (names) => tokenSheet(light, dark, (name) => !names || names.has(name) || own.has(name)) + font,
    direction: isRightToLeft(locale) ? 'rtl' : 'ltr',
  };
}

/** The theme of images and documents: literal colors, and light unless a layer chose dark or the caller chooses. */
export function exportTheme(layers: readonly ThemeContent[], chosen?: Theme['mode']): Theme {
  const resolved = merged(layers);
  const mode = chosen ?? (resolved.mode === 'dark' ? 'dark' : 'light');
  return createTheme({ variables: false, mode, overrides: resolved[mode] });
}

/** The whole style sheet of a theme, for open pages that change theirs. */
export function themeStyleSheet(layers: readonly ThemeContent[]): string {
  const { light, dark, font } = sheetOf(merged(layers));
  return tokenSheet(light, dark) + font;
}

interface Sheet {
  /** The same objects for every page of the theme, which drawings are remembered by. */
  readonly theme: Readonly<Record<'light' | 'dark', Theme>>;
  readonly light: ReadonlyMap<string, string>;
  readonly dark: ReadonlyMap<string, string>;
  /** Names of tokens that differ from the defaults. */
  readonly own: ReadonlySet<string>;
  readonly font: string;
}

const sheets = new Map<string, Sheet>();
const defaults = { light: themeValues('light'), dark: themeValues('dark') };

/** Most pages share a theme, and resolving its colors takes longer than rendering a chart. */
function sheetOf({ light: day, dark: night, font }: ReturnType<typeof merged>): Sheet {
  const key = JSON.stringify([day, night, font]);
  let sheet = sheets.get(key);
  if (sheet === undefined) {
    const light = themeValues('light', day);
    const dark = themeValues('dark', night);
    const names = [...light.keys()];
    const fonts = fontList(font ?? '');
    sheet = {
      theme: {
        light: createTheme({ mode: 'light', overrides: day }),
        dark: createTheme({ mode: 'dark', overrides: night }),
      },
      light,
      dark,
      own: new Set(
        names.filter(
          (name) =>
            light.get(name) !== defaults.light.get(name) || dark.get(name) !== defaults.dark.get(name),
        ),
      ),
      font: fonts === '' ? '' : `\n:root{--inlay-font:${fonts}}`,
    };
    if (sheets.size >= 200) sheets.clear();
    sheets.set(key, sheet);
  }
  return sheet;
}

function merged(layers: readonly ThemeContent[]) {
  return {
    mode: layers.findLast(({ mode }) => mode !== undefined)?.mode,
    font: layers.findLast(({ font }) => font !== undefined)?.font,
    light: Object.assign({}, ...layers.map(({ light }) => light)) as Overrides,
    dark: Object.assign({}, ...layers.map(({ dark }) => dark)) as Overrides,
  };
}

const IDENTIFIER = /^-?[A-Za-z_][\w-]*$/;

/**
 * Font names that are safe in a style sheet, regardless of what was stored: a quote would swallow the following
 * rules.
 */
function fontList(font: string): string {
  const names = font.split(',').map((name) => name.replaceAll(/[^\w -]/g, '').trim());
  return names
    .filter((name) => name !== '')
    .map((name) => (IDENTIFIER.test(name) ? name : `"${name}"`))
    .join(', ');
}
