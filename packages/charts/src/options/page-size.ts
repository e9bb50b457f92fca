import type { NumberOption } from './chart-option.ts';

/** How many rows a table shows at a time. */
export const pageSize = {
  type: 'number',
  description: 'Rows on a page.',
  min: 1,
  max: 1000,
  default: 100,
} satisfies NumberOption;
