import type { ValueSource } from '@inlay/protocol/narrative';
import { VALUE_FORMATS, type ValueFormat } from '@inlay/protocol/parse-narrative';
import { Select, type SelectOption } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { sampleOf, type TextContext } from './text-context.ts';

interface FormatFieldProps {
  readonly context: TextContext;
  readonly source: ValueSource;
  readonly format: ValueFormat | undefined;
  readonly onChange: (format: ValueFormat | undefined) => void;
}

/** How a value is written, each way with the current value as its example. */
export function FormatField({ context, source, format, onChange }: FormatFieldProps): VNode {
  const t = useMessages('content').stories.values;
  const option = (value: ValueFormat | undefined): SelectOption<ValueFormat | ''> => {
    const label = t.formats[value ?? 'default'];
    const example = sampleOf(context, source, value);
    return { value: value ?? '', label: example === undefined ? label : t.example({ label, example }) };
  };
  return (
    <Select
      label={t.format}
      value={format ?? ''}
      options={[option(undefined), ...formatsOf(context, source, format).map(option)]}
      onChange={(value) => onChange(value === '' ? undefined : value)}
    />
  );
}

/** The format, if it still fits another value; else the usual one of that. */
export function fittingFormat(
  context: TextContext,
  source: ValueSource,
  format: ValueFormat | undefined,
): ValueFormat | undefined {
  if (format === undefined) return undefined;
  const fitting = formatsOf(context, source, undefined);
  if (fitting.includes(format)) return format;
  if (source.show === 'rank') return 'ordinal';
  return fitting.find((each) => each === 'date') ?? fitting[0];
}

/** Those that fit the type of the value, and the chosen one. */
function formatsOf(
  { tiles, results }: TextContext,
  { tile, column: name, show }: ValueSource,
  chosen: ValueFormat | undefined,
): readonly ValueFormat[] {
  const column = results.get(tile)?.columns.find((each) => each.name === name);
  const isDimension =
    tiles.find(({ id }) => id === tile)?.query.dimensions.some((each) => each.column === name) ?? false;
  const isTime = column?.type === 'date' || column?.type === 'datetime' || column?.grain !== undefined;
  const fits = (format: ValueFormat) => {
    if (show === 'rank' || show === 'count')
      return format === 'number' || format === 'compact' || format === 'ordinal';
    if (show === 'share') return format === 'percent';
    if (isDimension) return format === 'text' || (isTime && format === 'date');
    return format !== 'date' && format !== 'text';
  };
  return VALUE_FORMATS.filter((format) => format === chosen || fits(format));
}
