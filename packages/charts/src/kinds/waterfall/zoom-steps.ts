import type { ZoomedFrom } from '../../chart-props.ts';
import type { Steps } from './read-steps.ts';

/** The steps in a zoom, at the levels that they have among all. */
export function zoomSteps({ data, steps, times }: Steps, { rows }: ZoomedFrom): Steps {
  const places = new Map(rows.map((row, index) => [row, index]));
  const [series] = data.series;
  const rowsAt = (index: number) => (series?.rows(index) ?? []).flatMap((row) => places.get(row) ?? []);
  const kept = steps.flatMap((_, index) => (rowsAt(index).length > 0 ? [index] : []));
  const at = (index: number) => kept[index] ?? -1;
  const pick = <T>(list: readonly T[]): readonly T[] => kept.map((index) => list[index] as T);
  return {
    steps: pick(steps),
    of: kept.length,
    times: times && pick(times),
    data: {
      ...data,
      positions: kept.map((_, index) => index),
      label: (index) => data.label(at(index)),
      series: series ? [{ ...series, values: pick(series.values), rows: (index) => rowsAt(at(index)) }] : [],
    },
  };
}
