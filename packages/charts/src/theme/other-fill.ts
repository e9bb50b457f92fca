import { type SeriesFill, type Theme, tokenFill } from './create-theme.ts';

/**
 * The color of `Other`, which is everything that nobody named: quieter than the colors of names, and than the gray of names
 * beyond the palette.
 */
export const otherFill = (theme: Theme): SeriesFill => tokenFill(theme, 'axis');

/** The same for areas that contain text, whose contrast it keeps in light and dark. */
export const quietFill = (theme: Theme): SeriesFill => tokenFill(theme, 'grid');
