/** The maximum number of values of a filter. */
export const MAX_FILTER_VALUES = 1000;
