/** More slices could not be compared. */
export const maxSlices = 7;
