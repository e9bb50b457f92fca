import type { Format } from '@inlay/protocol/format';
import type { ColumnType } from '@inlay/protocol/result';
import { Field } from '@inlay/ui/field';
import type { VNode } from 'preact';

interface FormatFieldsProps {
  readonly type: ColumnType | 'measure';
  readonly format: Format | undefined;
  readonly onChange: (format: Format | undefined) => void;
}

type Kind = Format['kind'];

const kindWords: Readonly<Record<Kind, string>> = {
  number: 'A number',
  currency: 'Money',
  percent: 'A percentage',
  date: 'A date',
  text: 'Text as it is',
};

/** How values are written; locale, time zone and the usual currency are the viewer's. */
export function FormatFields({ type, format, onChange }: FormatFieldsProps): VNode {
  const kinds: readonly Kind[] =
    type === 'date' || type === 'datetime'
      ? ['date', 'text']
      : ['integer', 'decimal', 'number', 'measure'].includes(type)
        ? ['number', 'currency', 'percent', 'text']
        : ['text'];
  const choose = (kind: string) => onChange(kind === '' ? undefined : ({ kind } as Format));
  return (
    <div class="three">
      <Field label="Written as">
        <select
          class="ui-input ui-select"
          value={format?.kind ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">As suits the type</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords[kind]}
            </option>
          ))}
        </select>
      </Field>
      {format && 'decimals' in empty[format.kind] && (
        <Field label="Decimals" optional>
          <input
            class="ui-input figures"
            type="number"
            min={0}
            max={12}
            placeholder="as suits"
            value={(format as { decimals?: number }).decimals ?? ''}
            onInput={({ currentTarget: { value } }) =>
              onChange(set(format, 'decimals', value === '' ? undefined : Number(value)))
            }
          />
        </Field>
      )}
      {format?.kind === 'currency' && (
        <Field label="Currency" optional hint="Such as EUR. Empty: the viewer's.">
          <input
            class="ui-input ui-mono"
            maxLength={3}
            value={format.currency ?? ''}
            onInput={({ currentTarget: { value } }) =>
              onChange(set(format, 'currency', value.toUpperCase() || undefined))
            }
          />
        </Field>
      )}
      {format?.kind === 'number' && (
        <Field label="Unit" optional hint="Such as kg.">
          <input
            class="ui-input"
            maxLength={64}
            value={format.unit ?? ''}
            onInput={({ currentTarget: { value } }) => onChange(set(format, 'unit', value || undefined))}
          />
        </Field>
      )}
      {format?.kind === 'date' && (
        <Field label="Length">
          <select
            class="ui-input ui-select"
            value={format.style ?? 'medium'}
            onChange={(event) => onChange(set(format, 'style', event.currentTarget.value))}
          >
            <option value="short">5/3/26</option>
            <option value="medium">May 3, 2026</option>
            <option value="long">Sunday, May 3, 2026</option>
          </select>
        </Field>
      )}
    </div>
  );
}

/** Which fields a kind has. */
const empty: Readonly<Record<Kind, object>> = {
  number: { decimals: 1, unit: 1 },
  currency: { decimals: 1, currency: 1 },
  percent: { decimals: 1 },
  date: { style: 1 },
  text: {},
};

function set(format: Format, field: string, value: unknown): Format {
  const rest = Object.fromEntries(Object.entries(format).filter(([name]) => name !== field));
  return (value === undefined ? rest : { ...rest, [field]: value }) as Format;
}
