import type { ColumnsOption } from './chart-option.ts';

export const y = {
  type: 'columns',
  of: 'measure',
  control: 'none',
  description: 'Measures to draw. Defaults to all of them.',
} satisfies ColumnsOption;
