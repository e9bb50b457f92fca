import type { Format } from '@inlay/protocol/format';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { TypedField } from '@inlay/ui/controls/typed-field';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { patch, patchOptions, undefinedIfEmpty } from '../model/patch.ts';
import { isTime } from '../model/shape-of.ts';

/** Formats of measures and dates; the dataset's format applies unless the tile overrides it. */
export function FormatPanel({ context }: { readonly context: EditorContext }): VNode {
  const { tile, dataset, messages, change } = context;
  const formats = tile.options?.formats ?? {};
  const times = tile.query.dimensions
    .filter(({ column }) => isTime(dataset.columns.find(({ name }) => name === column)))
    .map(({ column }) => column);
  const put = (name: string, format: Format | undefined) =>
    change(
      patchOptions(tile, { formats: undefinedIfEmpty(patch(formats, { [name]: format })) }),
      `format-${name}`,
    );
  return (
    <Section title={messages.formats} count={Object.keys(formats).length}>
      {[...tile.query.measures, ...times].map((name) => (
        <fieldset key={name} class="te-group">
          <legend>{labelOf(dataset, name)}</legend>
          <Select
            hideLabel
            label={messages.formatOf({ field: labelOf(dataset, name) })}
            options={[
              { value: '', label: messages.asDataset },
              ...kindsOf(times.includes(name)).map((key) => ({
                value: key,
                label: messages.formatKinds[key],
              })),
            ]}
            value={formats[name]?.kind ?? ''}
            onChange={(kind) => put(name, kind === '' ? undefined : ({ kind } as Format))}
          />
          <FormatDetails context={context} format={formats[name]} onChange={(format) => put(name, format)} />
        </fieldset>
      ))}
    </Section>
  );
}

function currencyOf(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}

const kindsOf = (isTimes: boolean): readonly Format['kind'][] =>
  isTimes ? ['date', 'text'] : ['number', 'currency', 'percent'];

interface FormatDetailsProps {
  readonly context: EditorContext;
  readonly format: Format | undefined;
  readonly onChange: (format: Format) => void;
}

function FormatDetails({ context: { messages }, format, onChange }: FormatDetailsProps): VNode | null {
  if (!format || format.kind === 'text') return null;
  if (format.kind === 'date') {
    return (
      <Select
        hideLabel
        label={messages.formatKinds.date}
        options={Object.entries(messages.dateStyles).map(([key, label]) => ({ value: key, label }))}
        value={format.style ?? 'medium'}
        onChange={(style) => onChange({ ...format, style: style as 'short' | 'medium' | 'long' })}
      />
    );
  }
  return (
    <>
      <div class="te-pair">
        <NumberField
          label={messages.decimals}
          value={format.decimals}
          whole
          min={0}
          max={12}
          onChange={(decimals) => onChange(patch(format, { decimals }))}
        />
        {format.kind === 'number' && (
          <TextField
            label={messages.unit}
            value={format.unit ?? ''}
            onChange={(unit) => onChange(patch(format, { unit: unit || undefined }))}
          />
        )}
        {format.kind === 'currency' && (
          <TypedField
            label={messages.currency}
            value={format.currency}
            placeholder="EUR"
            parse={currencyOf}
            write={String}
            onChange={(currency) => onChange(patch(format, { currency }))}
          />
        )}
      </div>
      {format.kind !== 'percent' && (
        <Checkbox
          label={messages.compact}
          checked={format.compact ?? false}
          onChange={(compact) => onChange(patch(format, { compact: compact || undefined }))}
        />
      )}
    </>
  );
}
