import type { ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { formatTime } from '../format/format-cell.ts';
import { parseTime, readTime } from '../format/read-time.ts';
import { fillDates, leavesOutGaps, type Place } from './fill-dates.ts';
import { columnFormat } from './read-columns.ts';
import type { SeriesData } from './read-series.ts';

/** More periods than any chart shows. */
const maxPeriods = 10_000;
const maxValues = 100_000;
const hour = 3_600_000;

/**
 * Adds the periods without rows between the first and the last one, so that time is drawn as it passed. Not if there
 * would be more than `most`: what has rows must not give way to what has none. Nor if rows were cut off, because a
 * period without one may be theirs.
 */
export function withGaps(props: ChartProps, data: SeriesData, most = maxPeriods): SeriesData {
  const { x, xKind, positions, series } = data;
  if (xKind !== 'time' || x?.grain === undefined || positions.length < 2) return data;
  if (props.result.truncated || leavesOutGaps(props, x)) return data;
  const limit = Math.min(most, maxPeriods, Math.floor(maxValues / Math.max(1, series.length)));
  const places = x.grain === 'hour' ? hours(props, data, x, limit) : fillDates(positions, x.grain, limit);
  if (places === undefined || places.length === positions.length) return data;
  const format = columnFormat(x, props.tile.options);
  const indexAt = (place: number) => places[place]?.index ?? -1;
  const spread = <T>(list: readonly T[]) => places.map(({ index }) => list[index] ?? null);
  const rowsAt = (rows: (index: number) => readonly number[]) => (place: number) =>
    indexAt(place) < 0 ? [] : rows(indexAt(place));
  return {
    ...data,
    positions: places.map(({ position }) => position),
    label: (place) =>
      indexAt(place) < 0
        ? formatTime(places[place]?.position ?? 0, x, format, props.locale)
        : data.label(indexAt(place)),
    series: series.map((each) => ({ ...each, values: spread(each.values), rows: rowsAt(each.rows) })),
    rest: data.rest && { ...data.rest, values: spread(data.rest.values), rows: rowsAt(data.rest.rows) },
    ...(data.incomplete && {
      incomplete: {
        ...data.incomplete,
        index: places.findIndex(({ index }) => index === data.incomplete?.index),
      },
    }),
  };
}

/** By instants: on the clock, an hour is missing in spring without a gap. */
function hours(
  { locale }: ChartProps,
  { series, rest, positions }: SeriesData,
  x: ResultColumn,
  limit: number,
): readonly Place[] | undefined {
  const parts = rest ? [...series, rest] : series;
  const instantAt = (index: number) => {
    for (const { rows } of parts) {
      const [row] = rows(index);
      if (row !== undefined) return parseTime(String(x.values[row]));
    }
    return Number.NaN;
  };
  const clockAt = (instant: number) => readTime(instant, 'datetime', locale) ?? 0;
  /** The clock may have changed by half an hour since. */
  const hourAfter = (instant: number) => {
    const later = instant + hour;
    const start = later - (clockAt(later) % hour);
    return start > instant && clockAt(start) % hour === 0 ? start : later;
  };
  const places: Place[] = [];
  let before = Number.NaN;
  for (const [index, position] of positions.entries()) {
    const instant = instantAt(index);
    const isKnown = Number.isFinite(before) && Number.isFinite(instant);
    for (let next = isKnown ? hourAfter(before) : instant; next < instant; next = hourAfter(next)) {
      places.push({ position: clockAt(next), index: -1 });
      if (places.length > limit) return undefined;
    }
    places.push({ position, index });
    before = instant;
  }
  return places.length > limit ? undefined : places;
}
