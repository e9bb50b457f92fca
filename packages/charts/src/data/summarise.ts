import type { ChartProps } from '../chart-props.ts';
import { formatChange, formatFull, formatShort } from '../format/format-number.ts';
import type { Locale } from '../format/locale.ts';
import { addsUp } from './adds-up.ts';
import { listNames } from './list-names.ts';
import { fullLabel, type Series, type SeriesData } from './read-series.ts';

/** Summarizes a chart in sentences for screen readers. */
export function summarise(props: ChartProps, data: SeriesData): string {
  const { summary } = props.locale.messages;
  const own = data.series.filter((series) => !series.comparison);
  const sentences = [headline(props)];
  if (own.length > 1)
    sentences.push(
      summary.series({
        names: listNames(
          props,
          own.map((series) => series.name),
        ),
      }),
    );
  const inOrder = data.xKind === 'time' || (props.chart.isInOrder ?? false);
  for (const series of own.slice(0, 4)) {
    sentences.push(
      inOrder
        ? trendText(data, series, props.locale, own.length === 1)
        : ranked(props, data, series, own.length > 1),
      comparedText(props, data, series),
    );
  }
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

export function headline(props: ChartProps): string {
  return `${props.locale.messages.kinds[props.chart.kind].name}: ${props.tile.title}.`;
}

interface Known {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly high: number;
  readonly low: number;
}

/** First, last, highest and lowest value in one pass: a line may have thousands. */
function knownOf({ values }: Pick<Series, 'values'>): Known | undefined {
  let [count, first, last, high, low] = [0, 0, 0, 0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null;
    if (value === null) continue;
    if (count === 0) first = high = low = index;
    if (value > (values[high] as number)) high = index;
    if (value < (values[low] as number)) low = index;
    last = index;
    count += 1;
  }
  return count > 0 ? { count, first, last, high, low } : undefined;
}

/** How the values went from the first to the last, and their extremes. */
export function trendText(
  data: Pick<SeriesData, 'label' | 'incomplete'>,
  series: Pick<Series, 'name' | 'values' | 'format'>,
  locale: Locale,
  withExtremes = true,
): string {
  const { summary } = locale.messages;
  const known = knownOf(series);
  if (!known) return '';
  const value = (index: number) => series.values[index] as number;
  const say = (index: number) => formatShort(value(index), series.format, locale);
  const { first, last, high, low } = known;
  if (known.count === 1)
    return summary.single({ name: `${series.name}, ${data.label(first)}`, value: say(first) });
  const change =
    value(first) === 0
      ? formatFull(value(last), series.format, locale)
      : formatChange((value(last) - value(first)) / Math.abs(value(first)), locale);
  const sentence = summary.trend({
    name: series.name,
    from: data.label(first),
    to: fullLabel(data, last),
    start: say(first),
    end: say(last),
    change,
  });
  if (!withExtremes || known.count < 3) return sentence;
  return `${sentence} ${summary.extremes({ high: say(high), highAt: data.label(high), low: say(low), lowAt: data.label(low) })}`;
}

/** How a series compares with that of the previous period: in total, or if its values do not add up, at its last one. */
function comparedText({ locale }: ChartProps, data: SeriesData, series: Series): string {
  const before = data.series.find(
    ({ comparison, column }) => comparison && column.comparisonOf === series.column.name,
  );
  if (!before) return '';
  const { comparedTotal, comparedAt } = locale.messages.summary;
  // A period that is not over is compared with a whole one.
  const both = series.values.flatMap((value, index) => {
    const earlier = before.values[index] ?? null;
    return value === null || earlier === null || index === data.incomplete?.index
      ? []
      : [{ index, value, earlier }];
  });
  const last = both.at(-1);
  if (!last) return '';
  const adds = addsUp(series.column, [data.x]);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const now = adds ? sum(both.map(({ value }) => value)) : last.value;
  const then = adds ? sum(both.map(({ earlier }) => earlier)) : last.earlier;
  if (then === 0) return '';
  const texts = {
    name: before.name,
    before: formatShort(then, before.format, locale),
    now: formatShort(now, series.format, locale),
    change: formatChange((now - then) / Math.abs(then), locale),
  };
  return adds ? comparedTotal(texts) : comparedAt({ ...texts, at: data.label(last.index) });
}

function ranked(props: ChartProps, data: SeriesData, series: Series, named: boolean): string {
  const { locale } = props;
  const { summary } = locale.messages;
  const known = knownOf(series);
  if (!known) return '';
  const { high, low } = known;
  const say = (index: number) => formatShort(series.values[index] as number, series.format, locale);
  const largest = summary.largest({ name: data.label(high), value: say(high) });
  const sentence =
    high === low ? largest : `${largest} ${summary.smallest({ name: data.label(low), value: say(low) })}`;
  return named ? `${series.name}. ${sentence}` : sentence;
}
