import type { ChoiceOption } from './chart-option.ts';

/** Linear or logarithmic value axis. */
export const scale = {
  type: 'choice',
  default: 'linear',
  choices: ['linear', 'log'],
} satisfies ChoiceOption<'linear' | 'log'>;
