/** The public module of this feature. */
export { storeTheme } from './manage-themes.ts';
export { findTheme, resolveTheme } from './themes.ts';
