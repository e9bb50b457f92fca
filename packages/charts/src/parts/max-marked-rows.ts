/** Marks of distributions name their rows in results of up to this size: they come with the page, which has a budget. */
export const maxMarkedRows = 400;
