/** The public module of this feature. */
export { storeTheme } from './manage-themes.ts';
export { resolveTheme } from './resolve-theme.ts';
export { findTheme } from './themes.ts';
