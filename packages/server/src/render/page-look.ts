import { isRightToLeft, type Locale } from '@inlay/charts/format/locale';
import { createTheme, type Theme, type ThemeOptions, themeCss } from '@inlay/charts/theme/create-theme';
import type { Theme as ChosenTheme } from '@inlay/protocol/frame-messages';
import type { ThemeChoice } from '@inlay/protocol/theme';

/** How a page looks: what it is painted with and the style sheet that says so. */
export interface PageLook {
  readonly locale: Locale;
  readonly theme: Theme;
  /** Absent: as the viewer's system is. */
  readonly mode: 'light' | 'dark' | undefined;
  readonly themeCss: string;
  readonly direction: 'ltr' | 'rtl';
}

const defaults = new Map<string, PageLook['themeCss']>();

/** The app's theme, then the embed's, then the page's that shows it: the last one that says something counts. */
export function pageLook(
  locale: Locale,
  themes: readonly (ThemeChoice | undefined)[],
  chosen: ChosenTheme | undefined,
): PageLook {
  const asked = typeof chosen === 'string' ? chosen : chosen?.name;
  const mode = [...themes.map((theme) => theme?.mode), asked].findLast(isMode) ?? 'auto';
  const tokens: Record<string, string> = Object.assign({}, ...themes.map((theme) => theme?.tokens ?? {}));
  if (typeof chosen === 'object') Object.assign(tokens, chosen.tokens);
  const font = themes.findLast((theme) => theme?.font !== undefined)?.font;
  const overrides = tokens as NonNullable<ThemeOptions['overrides']>;
  return {
    locale,
    theme: createTheme({ ...(mode === 'dark' ? { mode } : {}), overrides }),
    mode: mode === 'auto' ? undefined : mode,
    themeCss: cssOf(overrides, font),
    direction: isRightToLeft(locale) ? 'rtl' : 'ltr',
  };
}

const isMode = (name: unknown): name is 'light' | 'dark' | 'auto' =>
  name === 'light' || name === 'dark' || name === 'auto';

/** Most pages wear the same theme, and a style sheet takes longer to write than a chart. */
function cssOf(overrides: NonNullable<ThemeOptions['overrides']>, font: string | undefined): string {
  const key = JSON.stringify([overrides, font]);
  let css = defaults.get(key);
  if (css === undefined) {
    css = themeCss({ light: overrides, dark: overrides });
    if (font !== undefined) css += `\n:root{--inlay-font:${font.replaceAll(/[^A-Za-z0-9 ,'"_-]/g, '')}}`;
    if (defaults.size >= 200) defaults.clear();
    defaults.set(key, css);
  }
  return css;
}
