import type { AmountOption } from './chart-option.ts';

/** Doubles are not precise beyond this. */
const drawable = { min: -1e15, max: 1e15 };

export const yMin = {
  type: 'amount',
  ...drawable,
  description: 'By default, bars and areas start at zero.',
} satisfies AmountOption;

export const yMax = {
  type: 'amount',
  ...drawable,
  above: 'yMin',
} satisfies AmountOption;

export const xMin = {
  type: 'amount',
  ...drawable,
} satisfies AmountOption;

export const xMax = {
  type: 'amount',
  ...drawable,
  above: 'xMin',
} satisfies AmountOption;
