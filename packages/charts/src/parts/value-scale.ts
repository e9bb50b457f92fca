import type { Format } from '@inlay/protocol/format';
import type { ChartProps } from '../chart-props.ts';
import { toNumber } from '../data/read-columns.ts';
import type { SeriesData } from '../data/read-series.ts';
import type { Layer } from '../data/stack-series.ts';
import { formatFull, formatShort } from '../format/format-number.ts';
import type { AxisBounds } from '../layout/value-axis.ts';
import { type Note, textNote } from './notes.ts';

/** The author's settings of the value axis, and notes about it for readers. */
export interface ValueScale {
  readonly log: boolean;
  readonly bounds: AxisBounds;
  /** The number of values outside of it. */
  readonly outside: number;
  readonly notes: readonly Note[];
}

interface Drawn {
  /** The values at the ends of marks. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly format: Format | undefined;
  /** Marks compare by length, so an axis without zero needs a note. */
  readonly lengths?: boolean;
  readonly stacked?: boolean;
}

const automatic: ValueScale = { log: false, bounds: {}, outside: 0, notes: [] };

/** Reads minimum, maximum and scale of the value axis. */
export function valueScale(props: ChartProps, drawn: Drawn): ValueScale {
  const { yMin: min, yMax: max, scale = 'linear' } = props.tile.options ?? {};
  return axisScale(props, { min, max, scale }, drawn);
}

/** The same for bars and areas. 100% stacks keep their axis. */
export function layerScale(
  props: ChartProps,
  data: SeriesData,
  layers: readonly (readonly (Layer | null)[])[],
  { stacked, percent }: { readonly stacked: boolean; readonly percent: boolean },
): ValueScale {
  if (percent)
    return props.tile.options?.scale === 'log'
      ? { ...automatic, notes: [textNote(props.locale.messages.logStacked)] }
      : automatic;
  const values = layers.map((layer) => layer.map((step) => step?.to ?? null));
  return valueScale(props, { values, format: data.series[0]?.format, lengths: true, stacked });
}

/** What an author set for one axis. */
export interface AxisOptions extends AxisBounds {
  readonly scale?: 'linear' | 'log' | undefined;
}

export function axisScale(props: ChartProps, options: AxisOptions, drawn: Drawn): ValueScale {
  const { scale } = options;
  const [min, max] = [toNumber(options.min) ?? undefined, toNumber(options.max) ?? undefined];
  // The server refuses such bounds, but the editor renders while typing.
  if (min !== undefined && max !== undefined && min >= max) return axisScale(props, { scale }, drawn);
  if (min === undefined && max === undefined && scale !== 'log') return automatic;
  const { messages } = props.locale;
  const count = (isCounted: (value: number) => boolean) =>
    drawn.values.reduce(
      (sum, list) =>
        sum + list.reduce<number>((own, value) => own + Number(value !== null && isCounted(value)), 0),
      0,
    );
  const hasPositive = scale === 'log' && count((value) => value > 0) > 0;
  const log = hasPositive && drawn.stacked !== true;
  // A logarithmic axis cannot start at zero.
  const bounds = {
    min: log && (min ?? 0) <= 0 ? undefined : min,
    max: log && (max ?? 0) <= 0 ? undefined : max,
  };
  const notes: Note[] = [];
  if (log) notes.push(textNote(messages.logScale));
  else if (scale === 'log') notes.push(textNote(hasPositive ? messages.logStacked : messages.logNeeds));
  const hidden = log ? count((value) => value <= 0) : 0;
  if (hidden > 0) notes.push(valuesNote(props, 'notOnLog', hidden));
  if (drawn.lengths && !log && bounds.min !== undefined && bounds.min > 0)
    notes.push(textNote(messages.axisFrom({ value: formatShort(bounds.min, drawn.format, props.locale) })));
  const outside = count((value) => !(log && value <= 0) && isOutside(value, bounds));
  return { log, bounds, outside, notes };
}

/** The notes about an axis. */
export const scaleNotes = (props: ChartProps, { notes, outside }: ValueScale): readonly Note[] =>
  outside === 0 ? notes : [...notes, valuesNote(props, 'outsideAxis', outside)];

/** How many values are not drawn. */
const valuesNote = ({ locale }: ChartProps, key: 'notOnLog' | 'outsideAxis', count: number): Note => ({
  key,
  numbers: [count],
  write: (all = 0) => locale.messages[key]({ count: formatFull(all, undefined, locale) }),
});

export const isOutside = (value: number, { min, max }: AxisBounds): boolean =>
  (min !== undefined && value < min) || (max !== undefined && value > max);

/** Zero and negative values cannot be shown on a logarithmic scale. */
export function onScale(data: SeriesData, { log }: ValueScale): SeriesData {
  if (!log) return data;
  const series = data.series.map((each) => ({
    ...each,
    values: each.values.map((value) => (value !== null && value > 0 ? value : null)),
  }));
  return { ...data, series };
}
