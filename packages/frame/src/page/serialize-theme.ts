import type { Theme } from '@inlay/protocol/frame-messages';

/** A theme as the value of the form field `theme`. */
export const serializeTheme = (theme: Theme): string =>
  typeof theme === 'string' ? theme : JSON.stringify(theme);
