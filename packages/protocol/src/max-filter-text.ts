/** The maximum length of a text that a filter selects. */
export const MAX_FILTER_TEXT = 4096;
