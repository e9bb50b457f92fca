const narrow = globalThis.matchMedia?.('(max-width: 639.9px)');

/** Whether the grid is one column, as `page.css` decides it. */
export const isNarrow = (): boolean => narrow?.matches ?? false;
