import type { AmountOption } from './chart-option.ts';

/** Beyond this, doubles run out of digits. */
const drawable = { min: -1e15, max: 1e15 };

export const yMin = {
  type: 'amount',
  ...drawable,
  description: 'Without it, bars and areas begin at zero.',
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
