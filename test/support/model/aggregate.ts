import type { Measure } from '@inlay/protocol/dataset';
import { Fraction, ZERO } from './fraction.ts';
import { compareValues, keyOf, type Row, type Value } from './value.ts';

/** An aggregate over rows, its own filters applied. */
export function aggregate(measure: Measure, rows: readonly Row[]): Value {
  if (measure.kind === 'count' && measure.column === undefined) return new Fraction(BigInt(rows.length));
  if (!('column' in measure) || measure.column === undefined)
    throw new Error(`${measure.kind} is no aggregate`);
  const { column } = measure;
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  const numbers = () => values.filter((value) => value instanceof Fraction);
  switch (measure.kind) {
    case 'count':
      return new Fraction(BigInt(values.length));
    case 'distinct':
      return new Fraction(BigInt(new Set(values.map((value) => keyOf([value]))).size));
    case 'sum':
      return values.length === 0 ? null : sumOf(numbers());
    case 'average':
      return sumOf(numbers()).over(new Fraction(BigInt(values.length)));
    case 'min':
      return values.toSorted(compareValues)[0] ?? null;
    case 'max':
      return values.toSorted(compareValues).at(-1) ?? null;
    case 'median':
      return percentileOf(numbers(), 50);
    case 'percentile':
      return percentileOf(numbers(), measure.percentile);
    case 'first':
    case 'last': {
      // Of rows that have both; of several at the same place, the one with the smallest or largest value.
      const placed = rows.filter((row) => row[measure.by] !== null && row[column] !== null);
      const ordered = placed.toSorted(
        (a, b) =>
          compareValues(a[measure.by] ?? null, b[measure.by] ?? null) ||
          compareValues(a[column] ?? null, b[column] ?? null),
      );
      return ordered.at(measure.kind === 'first' ? 0 : -1)?.[column] ?? null;
    }
    case 'weighted-average': {
      const pairs = rows.flatMap((row) => {
        const [value, weight] = [row[column], row[measure.weight]];
        return value instanceof Fraction && weight instanceof Fraction ? [{ value, weight }] : [];
      });
      const weighted = sumOf(pairs.map(({ value, weight }) => value.times(weight)));
      return pairs.length === 0 ? null : weighted.over(sumOf(pairs.map(({ weight }) => weight)));
    }
    default:
      throw new Error('The reference does not know this kind of measure.');
  }
}

const sumOf = (numbers: readonly Fraction[]) => numbers.reduce((sum, number) => sum.plus(number), ZERO);

/** Between the two nearest values, as far as the rank lies between theirs. */
function percentileOf(numbers: readonly Fraction[], percent: number): Value {
  const sorted = numbers.toSorted((a, b) => a.compare(b));
  if (sorted.length === 0) return null;
  const rank = Fraction.of(percent).times(new Fraction(BigInt(sorted.length - 1), 100n));
  const below = Number(rank.floor());
  const [low, high] = [sorted[below] as Fraction, sorted[below + 1]];
  if (high === undefined) return low;
  return low.plus(high.minus(low).times(rank.minus(new Fraction(BigInt(below)))));
}
