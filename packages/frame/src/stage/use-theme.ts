import { readTheme } from '@inlay/protocol/embed-fields';
import type { Theme } from '@inlay/protocol/frame-messages';
import { FrameError } from '../frame-error.ts';
import type { Stage } from './stage.ts';
import { themeText } from './theme-text.ts';

const MODES = ['light', 'dark', 'auto'];
const sheet = new CSSStyleSheet();
let tokensSet: readonly string[] = [];

/** Colours are custom properties, so that everything drawn already follows at once. */
export async function useTheme({ api, choice }: Stage, theme: Theme): Promise<void> {
  const wanted = readTheme(themeText(theme));
  if (wanted === undefined) {
    throw new FrameError(
      'VALUE_INVALID',
      "'theme' must be light, dark, auto, a theme of the tenant, or {name, mode, tokens}.",
    );
  }
  const { name, mode: chosen, tokens = {} } = typeof wanted === 'string' ? { name: wanted } : wanted;
  const worn = name === undefined || MODES.includes(name) ? undefined : await api.theme(name);
  const mode = chosen ?? (worn ? worn.mode : name);
  choice.theme = wanted;

  const root = document.documentElement;
  sheet.replaceSync(worn?.css ?? '');
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  if (mode === 'auto' || (worn && mode === undefined)) delete root.dataset.inlayTheme;
  else if (mode !== undefined) root.dataset.inlayTheme = mode;
  for (const token of tokensSet) root.style.removeProperty(token);
  tokensSet = Object.keys(tokens).map((token) => `--inlay-${token}`);
  for (const [token, value] of Object.entries(tokens)) root.style.setProperty(`--inlay-${token}`, value);
}
