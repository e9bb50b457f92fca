import type { ChoiceOption } from './chart-option.ts';

/** Which values are shown at their marks. */
export const labels = {
  type: 'choice',
  default: 'auto',
  choices: ['auto', 'none', 'all'],
} satisfies ChoiceOption<'auto' | 'none' | 'all'>;
