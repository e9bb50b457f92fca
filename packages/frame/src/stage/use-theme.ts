import type { Theme } from '@inlay/protocol/frame-messages';
import { FrameError } from '../frame-error.ts';

const MODES = ['light', 'dark', 'auto'];

/** Colours are custom properties, so that everything drawn already follows at once. */
export function useTheme(theme: Theme): void {
  const { name, tokens } = typeof theme === 'string' ? { name: theme, tokens: {} } : theme;
  const root = document.documentElement;
  if (name !== undefined && !MODES.includes(name)) {
    throw new FrameError(
      'VALUE_INVALID',
      `Without loading the embed again, 'theme' is one of ${MODES.join(', ')}.`,
    );
  }
  if (name === 'auto') delete root.dataset.inlayTheme;
  else if (name !== undefined) root.dataset.inlayTheme = name;
  for (const [token, value] of Object.entries(tokens)) {
    if (!/^[a-z][a-z0-9-]{0,63}$/.test(token)) {
      throw new FrameError('VALUE_INVALID', 'A design token is named by small letters, digits and dashes.');
    }
    root.style.setProperty(`--inlay-${token}`, value);
  }
}
