import type { Theme } from '@inlay/protocol/frame-messages';

/** As the form field has it. */
export const themeText = (theme: Theme): string =>
  typeof theme === 'string' ? theme : JSON.stringify(theme);
