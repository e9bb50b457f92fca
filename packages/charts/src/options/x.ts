import type { ColumnOption } from './chart-option.ts';

export const x = {
  type: 'column',
  of: 'dimension',
  absent: 'automatic',
  description: 'What the chart goes along.',
} satisfies ColumnOption;
