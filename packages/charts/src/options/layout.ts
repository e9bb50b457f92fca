import type { ChoiceOption } from './chart-option.ts';

export const layout = {
  type: 'choice',
  description: 'How series stand at each category.',
  choices: ['grouped', 'stacked', 'percent'],
} satisfies ChoiceOption<'grouped' | 'stacked' | 'percent'>;
