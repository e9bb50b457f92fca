import type { AlertCondition } from '@inlay/content/subscription';
import type { Cell } from '@inlay/protocol/result';
import type { AlertDirection } from './alert-memory.ts';
import {
  addExact,
  compareExact,
  type ExactNumber,
  exactNumber,
  multiplyExact,
  sizeOf,
  subtractExact,
} from './exact-number.ts';

/**
 * Whether a value meets a condition. `between` is the margin of a limit, where nothing changes; `unknown` is a missing
 * value, or one that has nothing to be compared with.
 */
export type Outcome =
  | { readonly kind: 'met'; readonly direction: AlertDirection }
  | { readonly kind: 'normal' | 'between' | 'unknown' };

type Compared = Exclude<AlertCondition, { kind: 'missing' }>;

const UNKNOWN: Outcome = { kind: 'unknown' };
const NORMAL: Outcome = { kind: 'normal' };

/** `earlier` is what a change is from. */
export function meetCondition(
  condition: Compared,
  cell: Cell | undefined,
  earlier: Cell | undefined,
): Outcome {
  const value = exactNumber(cell);
  if (value === undefined) return UNKNOWN;
  if (condition.kind === 'change') return changed(condition, value, exactNumber(earlier));
  const { kind, limit, margin } = condition;
  const [end, width] = [exactNumber(limit), exactNumber(margin)];
  if (end === undefined || width === undefined) return UNKNOWN;
  const sign = kind === 'above' ? 1 : -1;
  if (compareExact(value, end) === sign) return { kind: 'met', direction: kind };
  const back = kind === 'above' ? subtractExact(end, width) : addExact(end, width);
  return compareExact(value, back) === sign ? { kind: 'between' } : NORMAL;
}

const HUNDRED: ExactNumber = { digits: 100n, scale: 0 };

function changed(
  { direction, amount, unit }: Extract<AlertCondition, { kind: 'change' }>,
  value: ExactNumber,
  earlier: ExactNumber | undefined,
): Outcome {
  const least = exactNumber(amount);
  // There is no percentage of zero.
  if (least === undefined || earlier === undefined || (unit === 'percent' && earlier.digits === 0n))
    return UNKNOWN;
  const change = subtractExact(value, earlier);
  const isEnough =
    unit === 'absolute'
      ? compareExact(sizeOf(change), least) >= 0
      : compareExact(multiplyExact(sizeOf(change), HUNDRED), multiplyExact(sizeOf(earlier), least)) >= 0;
  const went = change.digits > 0n ? 'up' : 'down';
  return isEnough && (direction === 'either' || direction === went)
    ? { kind: 'met', direction: went }
    : NORMAL;
}
