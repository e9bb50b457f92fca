import type { ChoiceOption } from './chart-option.ts';

/** How values are spread over the value axis. */
export const scale = {
  type: 'choice',
  default: 'linear',
  choices: ['linear', 'log'],
} satisfies ChoiceOption<'linear' | 'log'>;
