/** A filter takes at most this many values. */
export const MAX_FILTER_VALUES = 1000;
