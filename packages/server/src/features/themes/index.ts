/** The public module of this feature. */
export { storeTheme } from './manage-themes.ts';
export { findTheme } from './themes.ts';
export { wornLook } from './worn-look.ts';
