import type { SwitchOption } from './chart-option.ts';

export const legend = {
  type: 'switch',
  choices: ['auto', 'none'],
  on: 'none',
  default: 'auto',
  description: 'Whether there is a legend where one is needed.',
} satisfies SwitchOption<'auto' | 'none'>;
