import { readTheme } from '@inlay/protocol/embed-fields';
import type { Theme } from '@inlay/protocol/frame-messages';
import { FrameError } from '../frame-error.ts';
import type { PageContext } from './page-context.ts';
import { serializeTheme } from './serialize-theme.ts';

const MODES = ['light', 'dark', 'auto'];
const sheet = new CSSStyleSheet();
let tokensSet: readonly string[] = [];

/** Colors are custom properties, so everything that is already drawn follows at once. */
export async function applyTheme({ api, choice }: PageContext, theme: Theme): Promise<void> {
  const wanted = readTheme(serializeTheme(theme));
  if (wanted === undefined) {
    throw new FrameError(
      'VALUE_INVALID',
      "'theme' must be light, dark, auto, a theme of the tenant, or {name, mode, tokens}.",
    );
  }
  const { name, mode: chosen, tokens = {} } = typeof wanted === 'string' ? { name: wanted } : wanted;
  const named = name === undefined || MODES.includes(name) ? undefined : await api.theme(name);
  const mode = chosen ?? (named ? named.mode : name);
  choice.theme = wanted;

  const root = document.documentElement;
  sheet.replaceSync(named?.css ?? '');
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  if (mode === 'auto' || (named && mode === undefined)) delete root.dataset.inlayTheme;
  else if (mode !== undefined) root.dataset.inlayTheme = mode;
  for (const token of tokensSet) root.style.removeProperty(token);
  tokensSet = Object.keys(tokens).map((token) => `--inlay-${token}`);
  for (const [token, value] of Object.entries(tokens)) root.style.setProperty(`--inlay-${token}`, value);
}
