import type { TargetOption } from './chart-option.ts';

/** The target of a value. */
export const target = {
  type: 'target',
  description: 'Target: a number, or the name of a measure of the query.',
} satisfies TargetOption;
