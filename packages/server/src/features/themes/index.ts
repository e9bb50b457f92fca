/** What other features may use of this one. */
export { storeTheme } from './manage-themes.ts';
export { findTheme } from './themes.ts';
export { wornLook } from './worn-look.ts';
