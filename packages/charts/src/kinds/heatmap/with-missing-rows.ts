import type { ChartProps } from '../../chart-props.ts';
import { fillDates, leavesOutGaps } from '../../data/fill-dates.ts';
import { columnFormat, readColumns } from '../../data/read-columns.ts';
import type { Series, SeriesData } from '../../data/read-series.ts';
import { formatTime } from '../../format/format-cell.ts';
import { readTime } from '../../format/read-time.ts';

/** Adds rows for periods without any, if rows are periods in their order; not if there would be more than `most`. */
export function withMissingRows(props: ChartProps, data: SeriesData, most: number): SeriesData {
  const { result, tile, locale } = props;
  const { series: column, measures } = readColumns(result, tile.options);
  if (!column?.grain || column.grain === 'hour' || measures.length > 1) return data;
  if (result.truncated || leavesOutGaps(props, column)) return data;
  const timeOf = ({ rows }: Series) => {
    const row = data.positions.findIndex((_, index) => rows(index).length > 0);
    return readTime(column.values[rows(row)[0] ?? -1] ?? null, column.type, locale) ?? Number.NaN;
  };
  const times = data.series.map(timeOf);
  const isDescending = (times[0] ?? 0) > (times.at(-1) ?? 0);
  const series = isDescending ? data.series.toReversed() : data.series;
  const ascending = isDescending ? times.toReversed() : times;
  if (!ascending.every((time, index) => index === 0 || time > (ascending[index - 1] ?? 0))) return data;
  const places = fillDates(ascending, column.grain, most);
  const [first] = series;
  if (!places || !first) return data;
  const filled = places.map(
    ({ index, position }): Series =>
      series[index] ?? {
        ...first,
        name: formatTime(position, column, columnFormat(column, tile.options), locale),
        values: data.positions.map(() => null),
        rows: () => [],
      },
  );
  return { ...data, series: isDescending ? filled.toReversed() : filled };
}
