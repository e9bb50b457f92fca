import type { TextOption } from './chart-option.ts';

/** The title of the category axis. */
export const xTitle = {
  type: 'text',
} satisfies TextOption;

/** The title of the value axis; by default the name of the measure. */
export const yTitle = {
  type: 'text',
  description: 'Defaults to the label of the measure.',
} satisfies TextOption;
