import type { ChartProps } from '../chart-props.ts';
import { formatChange, formatFull, formatShort } from '../format/format-number.ts';
import type { Series, SeriesData } from './read-series.ts';

/** What a sighted person takes from the chart at a glance, as sentences. */
export function summarise(props: ChartProps, data: SeriesData): string {
  const { summary } = props.locale.words;
  const own = data.series.filter((series) => !series.comparison);
  const sentences = [headline(props)];
  if (own.length > 1)
    sentences.push(
      summary.series(
        listNames(
          props,
          own.map((series) => series.name),
        ),
      ),
    );
  const inOrder = data.xKind === 'time' || props.tile.kind === 'line' || props.tile.kind === 'area';
  for (const series of own.slice(0, 4)) {
    sentences.push(
      inOrder ? trend(props, data, series, own.length === 1) : ranked(props, data, series, own.length > 1),
    );
  }
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

export function headline(props: ChartProps): string {
  return `${props.locale.words.kinds[props.tile.kind]}: ${props.tile.title}.`;
}

function trend(props: ChartProps, data: SeriesData, series: Series, withExtremes: boolean): string {
  const { locale } = props;
  const { summary } = locale.words;
  const known = series.values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return '';
  const say = (value: number) => formatShort(value, series.format, locale);
  if (known.length === 1)
    return summary.single(`${series.name}, ${data.label(first.index)}`, say(first.value));
  const change =
    first.value === 0
      ? formatFull(last.value, series.format, locale)
      : formatChange((last.value - first.value) / Math.abs(first.value), locale);
  const sentence = summary.trend(
    series.name,
    data.label(first.index),
    data.label(last.index),
    say(first.value),
    say(last.value),
    change,
  );
  if (!withExtremes || known.length < 3) return sentence;
  const high = known.reduce((best, each) => (each.value > best.value ? each : best));
  const low = known.reduce((best, each) => (each.value < best.value ? each : best));
  return `${sentence} ${summary.extremes(say(high.value), data.label(high.index), say(low.value), data.label(low.index))}`;
}

function ranked(props: ChartProps, data: SeriesData, series: Series, named: boolean): string {
  const { locale } = props;
  const { summary } = locale.words;
  const known = series.values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  if (known.length === 0) return '';
  const high = known.reduce((best, each) => (each.value > best.value ? each : best));
  const low = known.reduce((best, each) => (each.value < best.value ? each : best));
  const say = (value: number) => formatShort(value, series.format, locale);
  const largest = summary.largest(data.label(high.index), say(high.value));
  const sentence =
    high === low ? largest : `${largest} ${summary.smallest(data.label(low.index), say(low.value))}`;
  return named ? `${series.name}. ${sentence}` : sentence;
}

function listNames(props: ChartProps, names: readonly string[]): string {
  const shown = names.slice(0, 6);
  const rest = names.length - shown.length;
  const more = rest > 0 ? [props.locale.words.more(formatFull(rest, undefined, props.locale))] : [];
  return [...shown, ...more].join(', ');
}
