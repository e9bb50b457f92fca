import { bisectRight } from 'd3-array';
import { quantile } from '../../data/quantile.ts';

/** The rows between two edges; the upper edge belongs to the next bin, except in the last one. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  /** In the order of the result. */
  readonly rows: readonly number[];
}

export interface Observation {
  readonly row: number;
  readonly value: number;
}

export interface BinRules {
  /** Whether all values are integers, which bins do not split. */
  readonly whole: boolean;
  /** The maximum number of bins that fit. */
  readonly most: number;
  /** The approximate number that the author set. */
  readonly wanted?: number | undefined;
  /** The range to cover, if it is larger than that of the values. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Puts observations, in ascending order, into bins with round edges. */
export function readBins(sorted: readonly Observation[], rules: BinRules): readonly Bin[] {
  const edges = binEdges(
    sorted.map(({ value }) => value),
    rules,
  );
  const rows = edges.slice(1).map((): number[] => []);
  for (const { row, value } of sorted) {
    const bin = Math.max(0, Math.min(rows.length - 1, bisectRight(edges, value) - 1));
    rows[bin]?.push(row);
  }
  return rows.map((own, index) => ({
    from: edges[index] as number,
    to: edges[index + 1] as number,
    rows: own.sort((one, other) => one - other),
  }));
}

const maxTicks = 12;

/** The edges to label, as lists from which an axis takes the finest with room: all of them, or those at rounder numbers. */
export function edgeTicks(bins: readonly Bin[]): readonly (readonly number[])[] {
  const step = (bins[0]?.to ?? 1) - (bins[0]?.from ?? 0);
  const edges = [...bins.map(({ from }) => from), bins.at(-1)?.to ?? 1];
  // A bin around a single integer is labeled by that.
  const isCentered = step === 1 && edges.every((edge) => !Number.isInteger(edge));
  const places = isCentered ? bins.map(({ from }) => from + 0.5) : edges;
  const power = 10 ** Math.floor(Math.log10(step) + 1e-9);
  const rounder = [1, 2, 2.5, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000]
    .map((factor) => (factor * power) / step)
    .filter((every) => every > 1 - 1e-9 && Math.abs(every - Math.round(every)) < 1e-9);
  return rounder
    .map((every) => places.filter((place) => Math.round(place / step) % Math.round(every) === 0))
    .filter((list) => list.length > 0 && list.length <= maxTicks);
}

export function binEdges(sorted: readonly number[], rules: BinRules): readonly number[] {
  const min = Math.min(rules.min ?? Number.POSITIVE_INFINITY, sorted[0] ?? 0);
  const max = Math.max(rules.max ?? Number.NEGATIVE_INFINITY, sorted.at(-1) ?? 0);
  if (min === max) {
    const width = rules.whole ? 1 : roundStep(Math.abs(min) / 10 || 1, Number.POSITIVE_INFINITY, false);
    return [-1.5, -0.5, 0.5, 1.5].map((place) => min + place * width);
  }
  const count = Math.max(1, Math.min(rules.most, rules.wanted ?? usualCount(sorted, max - min)));
  const step = roundStep((max - min) / count, (max - min) / rules.most, rules.whole);
  const first = Math.floor(min / step + 1e-9);
  // The last bin includes its upper edge, except for integers, of which it would have one more than the others.
  const last = rules.whole
    ? Math.floor(max / step + 1e-9) + 1
    : Math.max(first + 1, Math.ceil(max / step - 1e-9));
  // A bin of a single integer is centered on it.
  const shift = rules.whole && step === 1 ? -0.5 : 0;
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step + shift).toPrecision(15)),
  );
}

/** Freedman and Diaconis (1981): many bins for many values; Sturges' rule where half of the values are equal. */
function usualCount(sorted: readonly number[], span: number): number {
  const sturges = Math.ceil(Math.log2(sorted.length)) + 1;
  const spread = quantile(sorted, 0.75) - quantile(sorted, 0.25);
  const width = (2 * spread) / Math.cbrt(sorted.length);
  return width > 0 ? Math.max(Math.min(sturges, 5), Math.ceil(span / width)) : sturges;
}

/** The nearest round number, at least `least`. */
function roundStep(width: number, least: number, whole: boolean): number {
  const power = Math.floor(Math.log10(width));
  const steps = [power - 1, power, power + 1, power + 2]
    .flatMap((each) => [1, 2, 2.5, 5].map((factor) => Number(`${factor}e${each}`)))
    .filter((step) => !whole || Number.isInteger(step));
  const fitting = steps.filter((step) => step >= Math.min(least, width) * (1 - 1e-9));
  const distance = (step: number) => Math.abs(Math.log(step / width));
  const candidates = fitting.length > 0 ? fitting : [1];
  return candidates.reduce((best, step) => (distance(step) < distance(best) ? step : best));
}
