import type { ColumnOption } from './chart-option.ts';

export const x = {
  type: 'column',
  of: 'dimension',
  absent: 'automatic',
  description: 'Column of the X axis or of the categories.',
} satisfies ColumnOption;
