import type { ChoiceOption } from './chart-option.ts';

/** A line that shows the course of each series without its ups and downs. */
export const trend = {
  type: 'choice',
  default: 'none',
  description: 'Least squares, or the mean of the last 7 values (of fewer than 14: 3).',
  when: ({ ordered }) => ordered > 0,
  choices: ['none', 'linear', 'moving-average'],
} satisfies ChoiceOption<'none' | 'linear' | 'moving-average'>;
