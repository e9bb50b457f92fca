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
  const whole = data.positions.map((_, index) =>
    percent ? data.series.reduce((sum, series) => sum + Math.abs(series.values[index] ?? 0), 0) || 1 : 1,
  );
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
  return layout !== 'grouped' && data.series.length > 1;
}

/** Whether stacks show shares: only parts that add up have any. */
export const isPercent = (options: SharedOptions | undefined, data: SeriesData): boolean =>
  options?.layout === 'percent' &&
  data.series.length > 1 &&
  data.series.every(({ column }) => addsUp(column, []));
