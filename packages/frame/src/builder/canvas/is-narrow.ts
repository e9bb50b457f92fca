const narrow = globalThis.matchMedia?.('(max-width: 639.9px)');

/** Whether the grid has one column. The same breakpoint as in `page.css`. */
export const isNarrow = (): boolean => narrow?.matches ?? false;
