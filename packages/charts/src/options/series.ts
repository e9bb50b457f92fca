import type { ColumnOption } from './chart-option.ts';

export const series = {
  type: 'column',
  of: 'dimension',
  absent: 'automatic',
  description: 'Dimension whose values become series.',
} satisfies ColumnOption;
