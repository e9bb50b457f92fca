import type { ColumnOption } from './chart-option.ts';

export const series = {
  type: 'column',
  of: 'dimension',
  absent: 'automatic',
  description: 'The dimension whose values are a series each.',
} satisfies ColumnOption;
