import type { Format } from '@inlay/protocol/format';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { incompleteText, withUntil } from '../../data/incomplete-period.ts';
import { columnFormat, readColumns, toNumber } from '../../data/read-columns.ts';
import { fullLabel, readSeries, type SeriesData } from '../../data/read-series.ts';
import { readTarget } from '../../data/read-target.ts';
import { withGaps } from '../../data/with-gaps.ts';
import { isTemporal } from '../../format/format-cell.ts';
import { formatDays } from '../../format/format-days.ts';
import type { Locale } from '../../format/locale.ts';
import type { KpiProps } from './options.ts';

export interface Figure {
  readonly measure: ResultColumn;
  readonly format: Format | undefined;
  readonly value: number | null;
  readonly before: number | null;
  readonly beforeLabel: string;
  readonly period: string;
  readonly history: readonly (number | null)[];
  /** The index of the period in the history that is not over. */
  readonly incomplete?: number | undefined;
  /** The target. */
  readonly target: number | null;
}

/**
 * The number of a KPI: the total if the query has one, otherwise the newest bucket, otherwise the only row. It is
 * compared with the comparison column, otherwise with the previous bucket.
 */
export function readFigure(props: KpiProps): Figure | undefined {
  const { result, tile, locale } = props;
  const { x, measures, comparisons } = readColumns(result, tile.options);
  const target = readTarget(result, tile.options?.target);
  const measure = measures.find((column) => column !== target?.column);
  if (!measure) return undefined;
  const totalTarget = target?.column
    ? toNumber(result.totals?.[target.column.name])
    : (target?.at(0) ?? null);
  const comparison = comparisons.find((column) => column.comparisonOf === measure.name);
  const format = columnFormat(measure, tile.options);
  const { before: earlier } = result;
  const previous = earlier ? formatDays(earlier, locale) : locale.messages.previous;
  const total = toNumber(result.totals?.[measure.name]);
  if (!x || !isTemporal(x)) {
    const before = comparison
      ? (toNumber(result.totals?.[comparison.name]) ?? toNumber(comparison.values[0]))
      : null;
    const value = total ?? toNumber(measure.values[0]);
    const aim = total === null ? (target?.at(0) ?? null) : totalTarget;
    return { measure, format, value, before, beforeLabel: previous, period: '', history: [], target: aim };
  }
  const alone = { ...props, tile: { ...tile, options: { ...tile.options, x: x.name, y: [measure.name] } } };
  const data = withGaps(alone, readSeries(alone));
  const incomplete = data.incomplete?.index;
  const own = data.series.find((series) => !series.comparison);
  const history = own?.values ?? [];
  const last = history.findLastIndex((value) => value !== null);
  const first = data.label(0);
  if (total !== null) {
    const before = comparison ? toNumber(result.totals?.[comparison.name]) : null;
    const period =
      history.length > 1 ? `${first} – ${fullLabel(data, history.length - 1)}` : fullLabel(data, 0);
    return {
      measure,
      format,
      value: total,
      before,
      beforeLabel: previous,
      period,
      history,
      incomplete,
      target: totalTarget,
    };
  }
  const compared = data.series.find((series) => series.comparison);
  const period = last >= 0 ? fullLabel(data, last) : '';
  const sofar = earlier?.values && last === incomplete ? { ...earlier, values: earlier.values } : undefined;
  const newest = last < 0 ? undefined : own?.rows(last)[0];
  return {
    measure,
    format,
    value: history[last] ?? null,
    ...(compared
      ? { before: compared.values[last] ?? null, beforeLabel: locale.messages.previous }
      : sofar
        ? { before: toNumber(sofar.values[measure.name]), beforeLabel: spanLabel(sofar, data, last, locale) }
        : lastPeriod(history, data, last)),
    period,
    history,
    incomplete,
    target: newest === undefined ? null : (target?.at(newest) ?? null),
  };
}

/** The period before the newest one. If that is not over, they are not comparable. */
function lastPeriod(
  history: Figure['history'],
  data: SeriesData,
  last: number,
): Pick<Figure, 'before' | 'beforeLabel'> {
  if (last < 1 || last === data.incomplete?.index) return { before: null, beforeLabel: '' };
  return { before: history[last - 1] ?? null, beforeLabel: data.label(last - 1) };
}

/** `1–17 Oct`, or for hours and days `16 Nov 2026 (to 14:30)`. */
function spanLabel(
  span: NonNullable<QueryResult['before']>,
  data: SeriesData,
  last: number,
  locale: Locale,
): string {
  const { grain } = data.x ?? {};
  if (grain !== 'hour' && grain !== 'day') return formatDays(span, locale);
  const isWhole = span.to === span.from;
  const until = incompleteText({ grain, incomplete: { value: span.from, until: span.to } }, locale);
  return withUntil(last > 0 ? data.label(last - 1) : locale.messages.previous, isWhole ? undefined : until);
}
