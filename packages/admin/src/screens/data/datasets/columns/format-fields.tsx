import type { Format } from '@inlay/protocol/format';
import type { ColumnType } from '@inlay/protocol/result';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { formatLocale, useMessages } from '../../../../messages.ts';

interface FormatFieldsProps {
  readonly type: ColumnType | 'measure';
  readonly value: Format | undefined;
  readonly error?: string | undefined;
  readonly onChange: (format: Format | undefined) => void;
}

type Kind = Format['kind'];

const DATE_STYLES = { short: 'short', medium: 'medium', long: 'full' } as const;
type DateStyle = keyof typeof DATE_STYLES;
const EXAMPLE = new Date(2026, 4, 3);

/** How values are formatted. Locale, time zone and default currency are the viewer's. */
export function FormatFields({ type, value: format, error, onChange }: FormatFieldsProps): VNode {
  const t = useMessages('data').format;
  const kinds: readonly Kind[] =
    type === 'date' || type === 'datetime'
      ? ['date', 'text']
      : ['integer', 'decimal', 'number', 'measure'].includes(type)
        ? ['number', 'currency', 'percent', 'text']
        : ['text'];
  return (
    <div class="ui-three">
      <Select
        label={t.kind}
        value={format?.kind ?? ''}
        error={error}
        options={[
          { value: '', label: t.automatic },
          ...kinds.map((kind) => ({ value: kind, label: t.kinds[kind] })),
        ]}
        onChange={(kind) => onChange(kind === '' ? undefined : { kind })}
      />
      {(format?.kind === 'number' || format?.kind === 'currency' || format?.kind === 'percent') && (
        <NumberField
          label={t.decimals}
          optional
          whole
          min={0}
          max={12}
          placeholder={t.auto}
          value={format.decimals}
          onChange={(decimals) => onChange(withField(format, { decimals }))}
        />
      )}
      {format?.kind === 'currency' && (
        <TextField
          label={t.currency}
          optional
          mono
          maxLength={3}
          hint={t.currencyHint}
          value={format.currency ?? ''}
          onChange={(code) => onChange(withField(format, { currency: code.toUpperCase() || undefined }))}
        />
      )}
      {format?.kind === 'number' && (
        <TextField
          label={t.unit}
          optional
          maxLength={64}
          hint={t.unitHint}
          value={format.unit ?? ''}
          onChange={(unit) => onChange(withField(format, { unit: unit || undefined }))}
        />
      )}
      {format?.kind === 'date' && (
        <Select
          label={t.dateStyle}
          value={format.style ?? 'medium'}
          options={(Object.keys(DATE_STYLES) as DateStyle[]).map((style) => ({
            value: style,
            label: EXAMPLE.toLocaleDateString(formatLocale(), { dateStyle: DATE_STYLES[style] }),
          }))}
          onChange={(style) => onChange({ ...format, style })}
        />
      )}
    </div>
  );
}

/** A format with another field; undefined removes it. */
function withField<F extends Format>(format: F, field: Readonly<Record<string, unknown>>): F {
  return Object.fromEntries(
    Object.entries({ ...format, ...field }).filter(([, value]) => value !== undefined),
  ) as F;
}
