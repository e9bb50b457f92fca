/** The public module of this feature. */
export { storeTheme } from './manage-themes.ts';
export { findFirstTheme, findTheme, resolveTheme } from './themes.ts';
