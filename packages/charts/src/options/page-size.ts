import type { NumberOption } from './chart-option.ts';

/** The number of rows per page of a table. */
export const pageSize = {
  type: 'number',
  description: 'Rows per page.',
  min: 1,
  max: 1000,
  default: 100,
} satisfies NumberOption;
