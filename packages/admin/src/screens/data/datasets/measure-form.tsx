import type { DatasetColumn, Measure, MeasureKind } from '@inlay/protocol/dataset';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import type { VNode } from 'preact';
import { FormatFields } from './format-fields.tsx';
import { isNumeric, measureName } from './propose-measures.ts';

const kindWords: Readonly<Record<MeasureKind, string>> = {
  sum: 'Sum of',
  average: 'Average of',
  count: 'Number of',
  distinct: 'Number of different values of',
  min: 'Smallest',
  max: 'Largest',
  median: 'Median of',
  ratio: 'One measure divided by another',
  expression: 'Arithmetic over measures',
};

const fits: Partial<Record<MeasureKind, (column: DatasetColumn) => boolean>> = {
  sum: isNumeric,
  average: isNumeric,
  median: isNumeric,
  min: ({ type }) => type !== 'boolean' && type !== 'json',
  max: ({ type }) => type !== 'boolean' && type !== 'json',
  distinct: ({ type }) => type !== 'json',
};

interface MeasureFormProps {
  readonly measure: Measure;
  readonly columns: readonly DatasetColumn[];
  readonly others: readonly Measure[];
  readonly onChange: (measure: Measure) => void;
  readonly onRemove: () => void;
}

export function MeasureForm({ measure, columns, others, onChange, onRemove }: MeasureFormProps): VNode {
  const { name, label, format } = measure;
  const named = {
    name,
    ...(label === undefined ? {} : { label }),
    ...(format === undefined ? {} : { format }),
  };
  const change = (kind: MeasureKind) => {
    const suits = columns.filter(fits[kind] ?? (() => true));
    const column =
      'column' in measure && suits.some((each) => each.name === measure.column)
        ? measure.column
        : suits[0]?.name;
    if (kind === 'ratio')
      return onChange({
        ...named,
        kind,
        numerator: others[0]?.name ?? '',
        denominator: (others[1] ?? others[0])?.name ?? '',
      });
    if (kind === 'expression')
      return onChange({
        ...named,
        kind,
        expression: others
          .slice(0, 2)
          .map((each) => each.name)
          .join(' - '),
      });
    if (kind === 'count') return onChange({ ...named, kind });
    return onChange({ ...named, kind, column: column ?? '' });
  };
  return (
    <div class="stack-tight">
      <div class="two">
        <Field label="Name">
          <input
            class="ui-input ui-mono"
            value={name}
            onInput={(event) => onChange({ ...measure, name: event.currentTarget.value })}
          />
        </Field>
        <Field label="Label" optional>
          <input
            class="ui-input"
            placeholder={name}
            value={label ?? ''}
            onInput={({ currentTarget: { value } }) => {
              const { label: _, ...rest } = measure;
              onChange((value === '' ? rest : { ...rest, label: value }) as Measure);
            }}
          />
        </Field>
      </div>
      <div class="two">
        <Field label="What it computes">
          <select
            class="ui-input ui-select"
            value={measure.kind}
            onChange={(event) => change(event.currentTarget.value as MeasureKind)}
          >
            {Object.entries(kindWords).map(([kind, words]) => (
              <option
                key={kind}
                value={kind}
                disabled={(kind === 'ratio' || kind === 'expression') && others.length === 0}
              >
                {words}
              </option>
            ))}
          </select>
        </Field>
        <Operands measure={measure} columns={columns} others={others} onChange={onChange} />
      </div>
      <details>
        <summary>Format</summary>
        <FormatFields
          type="measure"
          format={format}
          onChange={(chosen) => {
            const { format: _, ...rest } = measure;
            onChange((chosen ? { ...rest, format: chosen } : rest) as Measure);
          }}
        />
      </details>
      <div>
        <Button variant="danger" onClick={onRemove}>
          Remove this measure
        </Button>
      </div>
    </div>
  );
}

/** A readable description of a measure: `Sum of Revenue`. It may be calculated from others. */
export function measureWords(
  measure: Measure,
  columns: readonly DatasetColumn[],
  others: readonly Measure[],
): string {
  const labelOf = (made: string) => others.find(({ name }) => name === made)?.label ?? made;
  if (measure.kind === 'expression') return measure.expression;
  if (measure.kind === 'ratio')
    return `${labelOf(measure.numerator)} divided by ${labelOf(measure.denominator)}`;
  if (measure.column === undefined) return 'Number of rows';
  const column = columns.find(({ name }) => name === measure.column);
  return `${kindWords[measure.kind]} ${column?.label ?? measure.column}`;
}

function Operands({
  measure,
  columns,
  others,
  onChange,
}: Pick<MeasureFormProps, 'measure' | 'columns' | 'others' | 'onChange'>): VNode {
  const pick = (
    label: string,
    value: string,
    choices: readonly (DatasetColumn | Measure)[],
    apply: (name: string) => void,
    none?: string,
  ) => (
    <Field label={label}>
      <select class="ui-input ui-select" value={value} onChange={(event) => apply(event.currentTarget.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {choices.map((each) => (
          <option key={each.name} value={each.name}>
            {each.label ?? each.name}
          </option>
        ))}
      </select>
    </Field>
  );
  if (measure.kind === 'ratio')
    return (
      <div class="two">
        {pick('This', measure.numerator, others, (numerator) => onChange({ ...measure, numerator }))}
        {pick('Divided by', measure.denominator, others, (denominator) =>
          onChange({ ...measure, denominator }),
        )}
      </div>
    );
  if (measure.kind === 'expression')
    return (
      <Field
        label="Expression"
        hint={`Measures, numbers and + - * / ( ). Names with spaces in brackets: [unit cost].`}
      >
        <input
          class="ui-input ui-mono"
          value={measure.expression}
          onInput={(event) => onChange({ ...measure, expression: event.currentTarget.value })}
        />
      </Field>
    );
  const suits = columns.filter(fits[measure.kind] ?? (() => true));
  if (measure.kind === 'count') {
    const { column: _, ...rows } = measure;
    return pick(
      'Of what',
      measure.column ?? '',
      suits,
      (column) => onChange(column === '' ? rows : { ...rows, column }),
      'rows, all of them',
    );
  }
  return pick('Column', measure.column, suits, (column) => {
    // A generated name follows the column.
    const isProposed = measure.name === measureName(measure.column);
    onChange({ ...measure, column, ...(isProposed && { name: measureName(column) }) });
  });
}
