import { isRightToLeft, type Locale } from '@inlay/charts/format/locale';
import { createTheme, type Theme, type ThemeOptions, themeCss } from '@inlay/charts/theme/create-theme';
import type { ThemeContent } from '@inlay/protocol/theme';

/** How a page looks: what it is painted with and the style sheet that says so. */
export interface PageLook {
  readonly locale: Locale;
  readonly theme: Theme;
  /** Absent: as the viewer's system is. */
  readonly mode: 'light' | 'dark' | undefined;
  readonly themeCss: string;
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
    themeCss: lookCss(layers),
    direction: isRightToLeft(locale) ? 'rtl' : 'ltr',
  };
}

/** What leaves the page, as pictures and documents do, has plain colours; where nobody chose, on a light ground. */
export function exportTheme(layers: readonly ThemeContent[]): Theme {
  const look = merged(layers);
  const mode = look.mode === 'dark' ? 'dark' : 'light';
  return createTheme({ variables: false, mode, overrides: look[mode] });
}

const sheets = new Map<string, string>();

/** Most pages wear the same theme, and a style sheet takes longer to write than a chart. */
export function lookCss(layers: readonly ThemeContent[]): string {
  const { light, dark, font } = merged(layers);
  const key = JSON.stringify([light, dark, font]);
  let css = sheets.get(key);
  if (css === undefined) {
    css = themeCss({ light, dark });
    if (font !== undefined) css += `\n:root{--inlay-font:${font.replaceAll(/[^A-Za-z0-9 ,'"_-]/g, '')}}`;
    if (sheets.size >= 200) sheets.clear();
    sheets.set(key, css);
  }
  return css;
}

function merged(layers: readonly ThemeContent[]) {
  return {
    mode: layers.findLast(({ mode }) => mode !== undefined)?.mode,
    font: layers.findLast(({ font }) => font !== undefined)?.font,
    light: Object.assign({}, ...layers.map(({ light }) => light)) as Overrides,
    dark: Object.assign({}, ...layers.map(({ dark }) => dark)) as Overrides,
  };
}
