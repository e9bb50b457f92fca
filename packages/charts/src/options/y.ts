import type { ColumnsOption } from './chart-option.ts';

export const y = {
  type: 'columns',
  of: 'measure',
  control: 'none',
  description: 'The measures that are drawn, all of them by default.',
} satisfies ColumnsOption;
