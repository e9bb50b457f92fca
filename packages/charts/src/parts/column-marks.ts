import type { ChartProps } from '../chart-props.ts';
import { fullLabel, type SeriesData } from '../data/read-series.ts';
import type { Layer } from '../data/stack-series.ts';
import { formatFull } from '../format/format-number.ts';
import type { Cartesian } from './cartesian.ts';
import { markLimit } from './mark-limit.ts';
import {
  hitTargets,
  type Mark,
  type MarkItem,
  type Marks,
  markAttribute,
  rowsOfCategory,
  type Span,
} from './marks.ts';
import { rect } from './svg.ts';

/** More could not be hit with a pointer, and fewer keep the first chart within its 12 KB. */
const maxColumns = (count: number) => (count > 1000 ? 100 : 200);

/**
 * One column per category, as wide as the distance to its neighbors. With thousands of categories, each column covers
 * several and is the mark of the first of them: its label, values and rows.
 */
export function columnMarks(
  props: ChartProps,
  data: SeriesData,
  plot: Pick<Cartesian, 'x' | 'left' | 'right' | 'top' | 'bottom'>,
  y: (series: number, index: number) => number | null,
  span?: (series: number, index: number) => Span | undefined,
): Marks {
  const { x: dimension, split, positions, series } = data;
  const count = series.length === 0 ? 0 : positions.length;
  const all = positions.slice(0, count).map((_, index) => index);
  const withRows = () => all.filter((index) => series.some(({ rows }) => rows(index).length > 0));
  // If not every category gets a column, periods without rows get none.
  const limit = (columns: number) => markLimit(props, maxColumns(columns));
  const marked = count > limit(count) ? withRows() : all;
  const stride = Math.ceil(marked.length / limit(marked.length));
  const marks: Mark[] = [];
  for (let place = 0; place < marked.length; place += stride) {
    const index = marked[place] as number;
    const items: MarkItem[] = [];
    for (const [of, { values, format, rows }] of series.entries()) {
      const value = values[index] ?? null;
      const height = value === null ? null : y(of, index);
      if (value === null || height === null) continue;
      items.push({
        series: of,
        y: height,
        text: formatFull(value, format, props.locale),
        rows: rows(index),
        span: series.length > 1 ? span?.(of, index) : undefined,
      });
    }
    const mark = { label: fullLabel(data, index), x: plot.x(index), items };
    marks.push(items.length > 0 ? mark : { ...mark, rows: rowsOfCategory(series, index) });
  }
  const isReversed = plot.x(0) > plot.x(count - 1);
  let edge = isReversed ? plot.right : plot.left;
  const targets = marks.map((mark, index) => {
    const following = marks[index + 1];
    const next = following ? (mark.x + following.x) / 2 : isReversed ? plot.left : plot.right;
    const from = Math.min(edge, next);
    const width = Math.abs(next - edge);
    edge = next;
    return rect(from, plot.top, width, plot.bottom - plot.top, markAttribute(mark));
  });
  return { marks, dimension, split, ...(count > 0 && { targets: hitTargets(targets) }) };
}

/** The span of a stack layer. */
export function layerSpan(
  layer: Layer | null | undefined,
  { yInside }: Pick<Cartesian, 'yInside'>,
): Span | undefined {
  if (!layer) return undefined;
  const ends = [yInside(layer.from), yInside(layer.to)];
  return ['y', Math.min(...ends), Math.max(...ends)];
}
