import type { Format } from '@inlay/protocol/format';
import type { VNode } from 'preact';
import { type Desk, labelOf } from '../desk.ts';
import { orNothing, patch, patchOptions } from '../model/patch.ts';
import { isTime } from '../model/shape-of.ts';
import { NumberField } from '../parts/number-field.tsx';
import { Section } from '../parts/section.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Tick } from '../parts/tick.tsx';
import { TypedField } from '../parts/typed-field.tsx';

/** How measures and times are written; the dataset's own format unless a tile needs another. */
export function FormatPanel({ desk }: { readonly desk: Desk }): VNode {
  const { tile, dataset, words, change } = desk;
  const formats = tile.options?.formats ?? {};
  const times = tile.query.dimensions
    .filter(({ column }) => isTime(dataset.columns.find(({ name }) => name === column)))
    .map(({ column }) => column);
  const put = (name: string, format: Format | undefined) =>
    change(patchOptions(tile, { formats: orNothing(patch(formats, { [name]: format })) }), `format-${name}`);
  return (
    <Section title={words.formats} count={Object.keys(formats).length}>
      {[...tile.query.measures, ...times].map((name) => (
        <fieldset key={name} class="te-group">
          <legend>{labelOf(dataset, name)}</legend>
          <Select
            quiet
            label={words.formatOf({ field: labelOf(dataset, name) })}
            options={[
              { key: '', label: words.asDataset },
              ...kindsOf(times.includes(name)).map((key) => ({ key, label: words.formatKinds[key] })),
            ]}
            chosen={formats[name]?.kind ?? ''}
            onChoose={(kind) => put(name, kind === '' ? undefined : ({ kind } as Format))}
          />
          <FormatDetails desk={desk} format={formats[name]} onChange={(format) => put(name, format)} />
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
  readonly desk: Desk;
  readonly format: Format | undefined;
  readonly onChange: (format: Format) => void;
}

function FormatDetails({ desk: { words }, format, onChange }: FormatDetailsProps): VNode | null {
  if (!format || format.kind === 'text') return null;
  if (format.kind === 'date') {
    return (
      <Select
        quiet
        label={words.formatKinds.date}
        options={Object.entries(words.dateStyles).map(([key, label]) => ({ key, label }))}
        chosen={format.style ?? 'medium'}
        onChoose={(style) => onChange({ ...format, style: style as 'short' | 'medium' | 'long' })}
      />
    );
  }
  return (
    <>
      <div class="te-pair">
        <NumberField
          label={words.decimals}
          value={format.decimals}
          whole
          min={0}
          max={12}
          onChange={(decimals) => onChange(patch(format, { decimals }))}
        />
        {format.kind === 'number' && (
          <TextField
            label={words.unit}
            value={format.unit ?? ''}
            onChange={(unit) => onChange(patch(format, { unit: unit || undefined }))}
          />
        )}
        {format.kind === 'currency' && (
          <TypedField
            label={words.currency}
            value={format.currency}
            placeholder="EUR"
            parse={currencyOf}
            write={String}
            onChange={(currency) => onChange(patch(format, { currency }))}
          />
        )}
      </div>
      {format.kind !== 'percent' && (
        <Tick
          label={words.compact}
          checked={format.compact ?? false}
          onChange={(compact) => onChange(patch(format, { compact: compact || undefined }))}
        />
      )}
    </>
  );
}
