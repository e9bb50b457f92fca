import type { TargetOption } from './chart-option.ts';

/** What a value is measured against. */
export const target = {
  type: 'target',
  description: 'What the value should be: a number, or the name of a measure of the query.',
} satisfies TargetOption;
