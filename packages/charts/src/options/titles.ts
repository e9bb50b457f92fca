import type { TextOption } from './chart-option.ts';

/** The title of the axis that the categories are on. */
export const xTitle = {
  type: 'text',
} satisfies TextOption;

/** The title of the value axis; without it, the name of the measure. */
export const yTitle = {
  type: 'text',
  description: 'Without it, the name of the measure.',
} satisfies TextOption;
