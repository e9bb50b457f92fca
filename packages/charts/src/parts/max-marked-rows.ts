/**
 * Marks of distributions list their rows for results up to this size, because they count toward the page's size
 * budget.
 */
export const maxMarkedRows = 400;
