import type { QueryResult } from '@inlay/protocol/result';
import type { Advice } from '../../chart-traits.ts';
import { dimensionsOf, measuresOf } from '../../data/adds-up.ts';
import type { SharedOptions } from '../../options/shared-options.ts';
import { maxSlices } from './max-slices.ts';

/** Slices are hard to compare if there are many, or if most of the pie is `Other`. */
export function adviseBars(result: QueryResult, { x, y }: SharedOptions = {}): Advice | undefined {
  const dimensions = dimensionsOf(result);
  const dimension = dimensions.find(({ name }) => name === x) ?? dimensions[0];
  const measures = measuresOf(result, y);
  const values = dimension
    ? (measures[0]?.values ?? [])
    : measures.map((measure) => measure.values[0] ?? null);
  const parts = values.map((cell) => Math.max(0, Number(cell) || 0));
  const others = new Set(dimension?.others);
  const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
  const named = parts.filter((value, row) => value > 0 && !others.has(row));
  const isMostlyOther = sum(named) < sum(parts) / 2;
  if (named.length <= maxSlices && !isMostlyOther) return undefined;
  return {
    reason: 'barsCompare',
    instead: { kind: 'bar', options: { layout: 'grouped' }, offer: 'asBars' },
  };
}
