import { isRightToLeft, type Locale } from '@inlay/charts/format/locale';
import {
  createTheme,
  type Theme,
  type ThemeOptions,
  themeValues,
  tokenSheet,
} from '@inlay/charts/theme/create-theme';
import type { ThemeContent } from '@inlay/protocol/theme';
import { fontList } from './font-list.ts';

/** How a page looks: what it is painted with and the style sheet that says so. */
export interface PageLook {
  readonly locale: Locale;
  readonly theme: Theme;
  /** Absent: as the viewer's system is. */
  readonly mode: 'light' | 'dark' | undefined;
  /** All tokens, or those of these names and all that differ from the defaults: the defaults come with interaction. */
  themeCss(names?: ReadonlySet<string>): string;
  readonly direction: 'ltr' | 'rtl';
}

type Overrides = NonNullable<ThemeOptions['overrides']>;

/** The last layer that says something counts. */
export function pageLook(locale: Locale, layers: readonly ThemeContent[]): PageLook {
  const look = merged(layers);
  const mode = look.mode ?? 'auto';
  return {
    locale,
    theme: createTheme(
      mode === 'dark' ? { mode, overrides: look.dark } : { mode: 'light', overrides: look.light },
    ),
    mode: mode === 'auto' ? undefined : mode,
    themeCss: (names) => {
      const { light, dark, own, font } = sheetOf(look);
      return tokenSheet(light, dark, (name) => !names || names.has(name) || own.has(name)) + font;
    },
    direction: isRightToLeft(locale) ? 'rtl' : 'ltr',
  };
}

/** What leaves the page, as pictures and documents do, has plain colours; where nobody chose, on a light ground. */
export function exportTheme(layers: readonly ThemeContent[]): Theme {
  const look = merged(layers);
  const mode = look.mode === 'dark' ? 'dark' : 'light';
  return createTheme({ variables: false, mode, overrides: look[mode] });
}

/** All that a theme says, for pages that wear another one by now. */
export function lookCss(layers: readonly ThemeContent[]): string {
  const { light, dark, font } = sheetOf(merged(layers));
  return tokenSheet(light, dark) + font;
}

interface Sheet {
  readonly light: ReadonlyMap<string, string>;
  readonly dark: ReadonlyMap<string, string>;
  /** Names whose values are not the default ones. */
  readonly own: ReadonlySet<string>;
  readonly font: string;
}

const sheets = new Map<string, Sheet>();
const defaults = { light: themeValues('light'), dark: themeValues('dark') };

/** Most pages wear the same theme, and its colours take longer to find than a chart to draw. */
function sheetOf({ light: day, dark: night, font }: ReturnType<typeof merged>): Sheet {
  const key = JSON.stringify([day, night, font]);
  let sheet = sheets.get(key);
  if (sheet === undefined) {
    const light = themeValues('light', day);
    const dark = themeValues('dark', night);
    const names = [...light.keys()];
    const fonts = fontList(font ?? '');
    sheet = {
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
