import { remember } from '@inlay/protocol/remember';
import type { Cell } from '@inlay/protocol/result';
import type { ColumnView } from '../../rules/column-access.ts';

export interface Masking {
  /** In base64url: equal for equal values of one column, and useless without the instance's key. */
  readonly fingerprint: (value: string) => string;
  /** Of the viewer: ranges are written as they write numbers. */
  readonly language: string;
}

const HASH_LENGTH = 16;
const HIDDEN = '••••';

/** What a viewer sees of a value. A missing value stays missing. */
export function maskCell(
  cell: Cell,
  view: Exclude<ColumnView, 'denied'>,
  { fingerprint, language }: Masking,
): Cell {
  if (cell === null || view.show === 'value') return cell;
  switch (view.show) {
    case 'null':
      return null;
    case 'hash':
      return Buffer.from(fingerprint(String(cell)), 'base64url')
        .toString('hex')
        .slice(0, HASH_LENGTH);
    case 'last-four': {
      const characters = [...String(cell)];
      return characters.length <= 4 ? HIDDEN : `${HIDDEN}${characters.slice(-4).join('')}`;
    }
    case 'range':
      return rangeOf(Number(cell), view.size, language);
  }
}

/** `1,000–2,000`: from the first number up to, not including, the second. */
function rangeOf(value: number, size: number, language: string): string | null {
  if (!Number.isFinite(value)) return null;
  const rounded = Number.isInteger(size) ? (number: number) => number : withoutNoise;
  const from = rounded(Math.floor(value / size) * size);
  return rangeFormat(language).formatRange(from, rounded(from + size));
}

const rangeFormat = remember(
  50,
  (language: string) => new Intl.NumberFormat(language, { maximumFractionDigits: 12 }),
);

/** Without the digits that binary fractions add: 0.30000000000000004. */
const withoutNoise = (value: number) => Number(value.toPrecision(12));
