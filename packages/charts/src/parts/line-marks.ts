import type { ChartProps } from '../chart-props.ts';
import { fullLabel, type SeriesData } from '../data/read-series.ts';
import { formatFull } from '../format/format-number.ts';
import type { Cartesian } from './cartesian.ts';
import { isOutside } from './clipped-path.ts';
import { markLimit } from './mark-limit.ts';
import { hitTargets, type Mark, type Marks, markAttribute } from './marks.ts';
import { type Markup, rect } from './svg.ts';

/** More would make a page heavy; between two of them, the nearest one is selected. */
const maxMarks = 600;

/**
 * A mark per point for charts with so many lines that a list of all values would not be read: the pointer selects the
 * nearest line, arrow keys move along it and to the next one above or below.
 */
export function lineMarks(props: ChartProps, data: SeriesData, plot: Cartesian): Marks {
  const { positions, series } = data;
  const filled = positions
    .map((_, index) => index)
    .filter((index) => series.some(({ values }) => (values[index] ?? null) !== null));
  const stride = Math.ceil((filled.length * series.length) / markLimit(props, maxMarks));
  const columns = filled.filter((_, place) => place % stride === 0);
  const placed = series.map((): { readonly mark: Mark; readonly target: Markup }[] => []);
  for (const [column, index] of columns.entries()) {
    const edge = (next: number | undefined, end: number) =>
      next === undefined ? end : (plot.x(index) + plot.x(next)) / 2;
    const [start, end] = plot.flow.rtl ? [plot.right, plot.left] : [plot.left, plot.right];
    const sides = [edge(columns[column - 1], start), edge(columns[column + 1], end)];
    const left = Math.min(...sides);
    const width = Math.max(...sides) - left;
    const points = series
      .flatMap(({ values }, of) => {
        const value = values[index] ?? null;
        return value === null ? [] : [{ of, value, y: plot.y(value) }];
      })
      .filter(({ y }) => !isOutside(y, plot))
      .sort((a, b) => a.y - b.y);
    for (const [place, { of, value, y }] of points.entries()) {
      const above = points[place - 1];
      const below = points[place + 1];
      const top = above ? (above.y + y) / 2 : plot.top;
      const bottom = below ? (below.y + y) / 2 : plot.bottom;
      const { format, rows } = series[of] as (typeof series)[number];
      const items = [{ series: of, y, text: formatFull(value, format, props.locale), rows: rows(index) }];
      const mark = { label: fullLabel(data, index), x: plot.x(index), items };
      placed[of]?.push({ mark, target: rect(left, top, width, bottom - top, markAttribute(mark)) });
    }
  }
  const all = placed.flat();
  return {
    marks: all.map(({ mark }) => mark),
    dimension: data.x,
    split: data.split,
    targets: hitTargets(all.map(({ target }) => target)),
  };
}
