import type { SwitchOption } from './chart-option.ts';

export const legend = {
  type: 'switch',
  choices: ['auto', 'none'],
  on: 'none',
  default: 'auto',
  description: 'Whether to show a legend if one is needed.',
} satisfies SwitchOption<'auto' | 'none'>;
