import type { DataMessages } from '@inlay/messages/data';
import type { DatasetColumn, Measure, MeasureKind } from '@inlay/protocol/dataset';
import { Button } from '@inlay/ui/button';
import { Combobox } from '@inlay/ui/combobox';
import { Select } from '@inlay/ui/select';
import { TextField } from '@inlay/ui/text-field';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { FormatFields } from './format-fields.tsx';
import { isNumeric, measureName } from './propose-measures.ts';

const KINDS = ['sum', 'average', 'count', 'distinct', 'min', 'max', 'median', 'ratio', 'expression'] as const;

const fits: Partial<Record<MeasureKind, (column: DatasetColumn) => boolean>> = {
  sum: isNumeric,
  average: isNumeric,
  median: isNumeric,
  min: ({ type }) => type !== 'boolean' && type !== 'json',
  max: ({ type }) => type !== 'boolean' && type !== 'json',
  distinct: ({ type }) => type !== 'json',
};

/** The fields that show their own errors. */
export const measureFields = ['name', 'label', 'column', 'numerator', 'denominator', 'expression'];

const columnsFor = (kind: MeasureKind, columns: readonly DatasetColumn[]) =>
  columns.filter(fits[kind] ?? (() => true));

interface MeasureFormProps extends Pick<DatasetTabProps, 'form'> {
  readonly at: number;
  readonly measure: Measure;
  readonly others: readonly Measure[];
  readonly onRemove: () => void;
}

export function MeasureForm({ form, at, measure, others, onRemove }: MeasureFormProps): VNode {
  const t = useMessages('data').measures;
  const { columns, measures } = form.values;
  const change = (changed: Measure) => form.set({ measures: measures.with(at, changed) });
  const errorOf: ErrorOf = (field) =>
    form.problems.find(({ path }) => path === `/measures/${at}/${field}`)?.problem;
  return (
    <div class="ui-stack-tight">
      <div class="ui-two">
        <TextField {...form.field(`measures.${at}.name`, { label: t.name, required: true })} mono />
        <TextField
          label={t.label}
          value={measure.label ?? ''}
          error={errorOf('label')}
          optional
          placeholder={measure.name}
          onChange={(text) => change(withLabel(measure, text))}
        />
      </div>
      <div class="ui-two">
        <Select
          label={t.calculation}
          value={measure.kind}
          options={KINDS.filter((kind) => others.length > 0 || !isCalculated(kind)).map((kind) => ({
            value: kind,
            label: t.kinds[kind],
          }))}
          onChange={(kind) => change(withKind(measure, kind, columns, others))}
        />
        <Operands measure={measure} columns={columns} others={others} errorOf={errorOf} onChange={change} />
      </div>
      <details>
        <summary>{t.format}</summary>
        <FormatFields type="measure" {...form.field(`measures.${at}.format`)} />
      </details>
      <div>
        <Button variant="danger" onClick={onRemove}>
          {t.remove}
        </Button>
      </div>
    </div>
  );
}

const isCalculated = (kind: MeasureKind) => kind === 'ratio' || kind === 'expression';

function withLabel({ label: _, ...measure }: Measure, label: string): Measure {
  return (label === '' ? measure : { ...measure, label }) as Measure;
}

/** The same measure with another calculation, over the same column if that fits. */
function withKind(
  measure: Measure,
  kind: MeasureKind,
  columns: readonly DatasetColumn[],
  others: readonly Measure[],
): Measure {
  const { name, label, format } = measure;
  const kept = { name, ...(label !== undefined && { label }), ...(format !== undefined && { format }) };
  const [first, second = first] = others;
  if (kind === 'ratio')
    return { ...kept, kind, numerator: first?.name ?? '', denominator: second?.name ?? '' };
  if (kind === 'expression') {
    const names = others
      .slice(0, 2)
      .map((other) => (/^\w+$/.test(other.name) ? other.name : `[${other.name}]`));
    return { ...kept, kind, expression: names.join(' - ') };
  }
  if (kind === 'count') return { ...kept, kind };
  const fitting = columnsFor(kind, columns);
  const former = 'column' in measure ? measure.column : undefined;
  const column = fitting.find((each) => each.name === former) ?? fitting[0];
  return { ...kept, kind, column: column?.name ?? '' };
}

/** A readable description of a measure: `Sum of Revenue`. */
export function measureText(
  measure: Measure,
  columns: readonly DatasetColumn[],
  others: readonly Measure[],
  { described: t }: DataMessages['measures'],
): string {
  const labelOf = (name: string) => others.find((other) => other.name === name)?.label ?? name;
  if (measure.kind === 'expression') return measure.expression;
  if (measure.kind === 'ratio')
    return t.ratio({ numerator: labelOf(measure.numerator), denominator: labelOf(measure.denominator) });
  if (measure.column === undefined) return t.rows;
  const column = columns.find(({ name }) => name === measure.column);
  return t[measure.kind]({ column: column?.label ?? measure.column });
}

type ErrorOf = (field: string) => string | undefined;

interface OperandsProps extends Pick<MeasureFormProps, 'measure' | 'others'> {
  readonly columns: readonly DatasetColumn[];
  readonly errorOf: ErrorOf;
  readonly onChange: (measure: Measure) => void;
}

function Operands({ measure, columns, others, errorOf, onChange }: OperandsProps): VNode {
  const t = useMessages('data').measures;
  if (measure.kind === 'ratio')
    return (
      <div class="ui-two">
        <Combobox
          label={t.numerator}
          value={measure.numerator}
          error={errorOf('numerator')}
          options={optionsOf(others)}
          onChange={(numerator) => onChange({ ...measure, numerator })}
        />
        <Combobox
          label={t.denominator}
          value={measure.denominator}
          error={errorOf('denominator')}
          options={optionsOf(others)}
          onChange={(denominator) => onChange({ ...measure, denominator })}
        />
      </div>
    );
  if (measure.kind === 'expression')
    return (
      <TextField
        label={t.formula}
        hint={t.formulaHint}
        mono
        value={measure.expression}
        error={errorOf('expression')}
        onChange={(expression) => onChange({ ...measure, expression })}
      />
    );
  const options = optionsOf(columnsFor(measure.kind, columns));
  if (measure.kind === 'count') {
    const { column: _, ...rows } = measure;
    return (
      <Combobox
        label={t.column}
        value={measure.column ?? ''}
        error={errorOf('column')}
        options={[{ value: '', label: t.allRows }, ...options]}
        onChange={(column) => onChange(column === '' ? rows : { ...rows, column })}
      />
    );
  }
  return (
    <Combobox
      label={t.column}
      value={measure.column}
      error={errorOf('column')}
      options={options}
      onChange={(column) => {
        // A generated name follows the column.
        const isProposed = measure.name === measureName(measure.column, t);
        onChange({ ...measure, column, ...(isProposed && { name: measureName(column, t) }) });
      }}
    />
  );
}

const optionsOf = (choices: readonly (DatasetColumn | Measure)[]) =>
  choices.map(({ name, label }) => ({ value: name, label: label ?? name }));
