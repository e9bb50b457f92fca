import type { ChoiceOption } from './chart-option.ts';

/** A line that shows the smoothed course of each series. */
export const trend = {
  type: 'choice',
  default: 'none',
  description: 'Least squares, or a moving average over 7 values (3 values for fewer than 14).',
  when: ({ ordered }) => ordered > 0,
  choices: ['none', 'linear', 'moving-average'],
} satisfies ChoiceOption<'none' | 'linear' | 'moving-average'>;
