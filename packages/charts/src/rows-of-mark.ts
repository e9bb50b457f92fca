import type { ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from './chart-props.ts';
import { foldSeries } from './data/fold-series.ts';
import { columnFormat, readColumns } from './data/read-columns.ts';
import { readRanking } from './data/read-ranking.ts';
import { readSeries } from './data/read-series.ts';
import { isStacked } from './data/stack-series.ts';
import { formatRow } from './format/format-cell.ts';
import { pieSlices } from './kinds/pie/draw.ts';
import type { ScatterProps } from './kinds/scatter/options.ts';
import { pointLabel, readPoints } from './kinds/scatter/read-points.ts';
import { waterfallSteps } from './kinds/waterfall/draw.ts';
import type { WaterfallProps } from './kinds/waterfall/options.ts';

/** What a mark represents: a value of a dimension, or all values that are drawn together as `Other`. */
export interface MarkRows {
  readonly dimension: ResultColumn;
  /** At least one. */
  readonly rows: readonly number[];
}

/**
 * The rows behind a mark of a chart, by what the viewer reads there: its label, and the name of the series where there
 * are several. What is drawn together depends on the size of the chart.
 */
export function rowsOfMark(
  props: ScatterProps & WaterfallProps,
  label: string,
  series?: string,
): MarkRows | undefined {
  const { options } = props.tile;
  const { kind } = props.chart;
  const found = (dimension: ResultColumn | undefined, rows: readonly number[] = []) =>
    dimension && rows.length > 0 ? { dimension, rows } : undefined;
  if (kind === 'scatter') {
    const data = readPoints(props);
    const points = data?.points.filter((point) => pointLabel(point) === label);
    return found(
      data?.named,
      points?.map(({ row }) => row),
    );
  }
  const { x } = readColumns(props.result, options);
  if (!x) return undefined;
  if (kind === 'pie') {
    const { slices } = pieSlices(props, readRanking(props)?.rows ?? []);
    return found(x, slices.find(({ name }) => name === label)?.rows);
  }
  const rowsAt = (labels: readonly string[]) => {
    const wanted = new Set(labels);
    const format = columnFormat(x, options);
    const rows = Array.from({ length: props.result.rowCount }, (_, row) => row);
    return rows.filter((row) => wanted.has(formatRow(row, x, format, props.locale)));
  };
  const { folded = [] } = (kind === 'waterfall' && waterfallSteps(props)) || {};
  if (folded.length > 0 && label === props.locale.words.other) return found(x, rowsAt(folded));
  return found(x, rowsOfSeries(props, rowsAt([label]), series));
}

/** Of the rows of a category, that of the series; without one, the first. */
function rowsOfSeries(
  props: ChartProps,
  rows: readonly number[],
  name: string | undefined,
): readonly number[] {
  const { chart, tile, result, locale } = props;
  const { series, measures } = readColumns(result, tile.options);
  const first = rows.slice(0, 1);
  if (!series || name === undefined) return first;
  const format = columnFormat(series, tile.options);
  const namesOf = (row: number) => {
    const value = formatRow(row, series, format, locale);
    return measures.length > 1 ? measures.map((measure) => `${value} · ${measure.label}`) : [value];
  };
  const own = new Set(rows.filter((row) => namesOf(row).includes(name)));
  const data = readSeries(props);
  const folds = chart.kind === 'area' || (chart.kind === 'bar' && isStacked(tile.options, data));
  if (!folds || name !== locale.words.other) return own.size > 0 ? [...own].slice(0, 1) : first;
  const kept = new Set(foldSeries(props, data).series.map((each) => each.name));
  return [...own, ...rows.filter((row) => !own.has(row) && !namesOf(row).every((each) => kept.has(each)))];
}
