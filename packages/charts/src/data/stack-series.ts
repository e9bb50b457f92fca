import type { SharedOptions } from '../options/shared-options.ts';
import { addsUp } from './adds-up.ts';
import type { SeriesData } from './read-series.ts';

export interface Layer {
  readonly from: number;
  readonly to: number;
}

/** Stacks series per category, negative values downward. With percent, each stack has a height of 1. */
export function stackSeries(data: SeriesData, percent: boolean): readonly (readonly (Layer | null)[])[] {
  const up = new Array<number>(data.positions.length).fill(0);
  const down = new Array<number>(data.positions.length).fill(0);
  const whole = data.positions.map((_, index) => (percent ? sumAt(data, index) || 1 : 1));
  return data.series.map((series) =>
    series.values.map((value, index) => {
      if (value === null) return null;
      const side = value < 0 ? down : up;
      const from = side[index] as number;
      const to = from + value / (whole[index] as number);
      side[index] = to;
      return { from, to };
    }),
  );
}

function sumAt({ series, wholeOf }: SeriesData, index: number): number {
  const [row] = wholeOf ? series.flatMap(({ rows }) => rows(index)) : [];
  if (wholeOf && row !== undefined) return wholeOf(row);
  return series.reduce((sum, { values }) => sum + Math.abs(values[index] ?? 0), 0);
}

/** The same shape for bars side by side: each starts at zero. */
export function flatLayers(data: SeriesData): readonly (readonly (Layer | null)[])[] {
  return data.series.map((series) =>
    series.values.map((value) => (value === null ? null : { from: 0, to: value })),
  );
}

/** The start and end of layers, which an axis must cover. */
export function layerEnds(
  layers: readonly (readonly (Layer | null)[])[],
): readonly (readonly (number | null)[])[] {
  return layers.flatMap((layer) => [
    layer.map((step) => step?.from ?? null),
    layer.map((step) => step?.to ?? null),
  ]);
}

export function isStacked(options: SharedOptions | undefined, data: SeriesData): boolean {
  const layout = options?.layout ?? 'grouped';
  return layout !== 'grouped' && hasParts(data);
}

/** A zoom can leave one part of several. */
const hasParts = ({ series, wholeOf }: SeriesData): boolean => series.length > 1 || wholeOf !== undefined;

/** Whether stacks show shares: only parts that add up have any. */
export const isPercent = (options: SharedOptions | undefined, data: SeriesData): boolean =>
  options?.layout === 'percent' && hasParts(data) && data.series.every(({ column }) => addsUp(column, []));
