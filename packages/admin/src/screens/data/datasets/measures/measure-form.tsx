import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import { Button } from '@inlay/ui/controls/button';
import { Combobox } from '@inlay/ui/controls/combobox';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { TypedField } from '@inlay/ui/controls/typed-field';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { FormatFields } from '../columns/format-fields.tsx';
import type { DatasetTabProps } from '../dataset-tab-props.ts';
import { MeasureFilters } from './measure-filters.tsx';
import { columnsFor, isAggregate, isDated, kindsFor, orderColumns, withKind } from './measure-kinds.ts';
import { freeName, hasGeneratedName, labelOfMeasure, nameOfMeasure } from './name-measure.ts';

/** The fields that show their own errors. */
export const measureFields = [
  'name',
  'label',
  'column',
  'numerator',
  'denominator',
  'expression',
  'percentile',
  'by',
  'weight',
  'measure',
  'date',
  'within',
  'periods',
];

interface MeasureFormProps extends Pick<DatasetTabProps, 'form'> {
  readonly at: number;
  readonly measure: Measure;
  readonly others: readonly Measure[];
  /** Tiles may use its name. */
  readonly isSaved: boolean;
  readonly onRemove: () => void;
}

export function MeasureForm({ form, at, measure, others, isSaved, onRemove }: MeasureFormProps): VNode {
  const t = useMessages('data').measures;
  const { columns, measures } = form.values;
  const change = (changed: Measure) => {
    // A generated name and label follow the calculation.
    const isNamed = isSaved || !hasGeneratedName(measure);
    const name = isNamed ? changed.name : freeName(nameOfMeasure(changed), columns, others);
    const isLabeled =
      changed.label !== measure.label || measure.label !== labelOfMeasure(measure, columns, others, t);
    const label = isLabeled ? changed.label : labelOfMeasure(changed, columns, others, t);
    const followed = { ...changed, name, ...(label !== undefined && { label }) } as Measure;
    form.set({ measures: measures.with(at, followed) });
  };
  const errorOf: ErrorOf = (field) =>
    form.problems.find(({ path }) => path === `/measures/${at}/${field}`)?.problem;
  return (
    <div class="ui-stack rows-more">
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
          hint={hintOf(measure, t.hints)}
          value={measure.kind}
          options={kindsFor(columns, others).map((kind) => ({ value: kind, label: t.kinds[kind] }))}
          onChange={(kind) => change(withKind(measure, kind, columns, others))}
        />
        <Operands measure={measure} columns={columns} others={others} errorOf={errorOf} onChange={change} />
      </div>
      {isAggregate(measure) && (
        <MeasureFilters
          measure={measure}
          columns={columns}
          path={`/measures/${at}`}
          problems={form.problems}
          onChange={change}
        />
      )}
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

const hintOf = ({ kind }: Measure, hints: Readonly<Record<string, string>>): string | undefined =>
  Object.hasOwn(hints, kind) ? hints[kind] : undefined;

function withLabel({ label: _, ...measure }: Measure, label: string): Measure {
  return (label === '' ? measure : { ...measure, label }) as Measure;
}

type ErrorOf = (field: string) => string | undefined;

interface OperandsProps extends Pick<MeasureFormProps, 'measure' | 'others'> {
  readonly columns: readonly DatasetColumn[];
  readonly errorOf: ErrorOf;
  readonly onChange: (measure: Measure) => void;
}

/** What the calculation needs: columns, other measures, numbers. */
function Operands(props: OperandsProps): VNode {
  const t = useMessages('data').measures;
  const { measure, columns, others, errorOf, onChange } = props;
  const pick = <Field extends string>(
    field: Field,
    value: string,
    options: readonly (DatasetColumn | Measure)[],
    label: string,
  ) => (
    <Combobox
      label={label}
      value={value}
      error={errorOf(field)}
      options={optionsOf(options)}
      onChange={(chosen) => onChange({ ...measure, [field]: chosen } as Measure)}
    />
  );
  const fitting = columnsFor(measure.kind, columns);
  switch (measure.kind) {
    case 'ratio':
      return (
        <div class="ui-two">
          {pick('numerator', measure.numerator, others, t.numerator)}
          {pick('denominator', measure.denominator, others, t.denominator)}
        </div>
      );
    case 'expression':
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
    case 'count':
      return <CountedColumn {...props} measure={measure} />;
    case 'percentile':
      return (
        <div class="ui-two">
          {pick('column', measure.column, fitting, t.column)}
          <NumberField
            label={t.percentile}
            min={0}
            max={100}
            value={measure.percentile}
            error={errorOf('percentile')}
            onChange={(percentile = 50) => onChange({ ...measure, percentile })}
          />
        </div>
      );
    case 'first':
    case 'last':
      return (
        <div class="ui-two">
          {pick('column', measure.column, fitting, t.column)}
          {pick('by', measure.by, orderColumns(columns), t.by)}
        </div>
      );
    case 'weighted-average':
      return (
        <div class="ui-two">
          {pick('column', measure.column, fitting, t.column)}
          {pick('weight', measure.weight, fitting, t.weight)}
        </div>
      );
    case 'share-of-total':
      return (
        <div class="ui-two">
          {pick('measure', measure.measure, others, t.ofMeasure)}
          <WithinField {...props} measure={measure} />
        </div>
      );
    case 'rank':
      return (
        <div class="ui-three">
          {pick('measure', measure.measure, others, t.ofMeasure)}
          <DirectionField {...props} measure={measure} />
          <WithinField {...props} measure={measure} />
        </div>
      );
    case 'running-total':
    case 'moving-average':
    case 'period-to-date':
    case 'difference':
    case 'growth':
      return (
        <div class="ui-three">
          {pick('measure', measure.measure, others, t.ofMeasure)}
          {pick('date', measure.date, columns.filter(isDated), t.date)}
          <TimeFields {...props} measure={measure} />
        </div>
      );
    default:
      return pick('column', measure.column, fitting, t.column);
  }
}

type Of<Kind extends Measure['kind']> = Extract<Measure, { readonly kind: Kind }>;

type PropsOf<Kind extends Measure['kind']> = Omit<OperandsProps, 'measure'> & { readonly measure: Of<Kind> };

/** Without a column, all rows are counted. */
function CountedColumn({ measure, columns, errorOf, onChange }: PropsOf<'count'>): VNode {
  const t = useMessages('data').measures;
  const { column: _, ...rows } = measure;
  return (
    <Combobox
      label={t.column}
      value={measure.column ?? ''}
      error={errorOf('column')}
      options={[{ value: '', label: t.allRows }, ...optionsOf(columnsFor('count', columns))]}
      onChange={(column) => onChange(column === '' ? rows : { ...rows, column })}
    />
  );
}

function DirectionField({ measure, onChange }: PropsOf<'rank'>): VNode {
  const t = useMessages('data').measures;
  return (
    <Select
      label={t.direction}
      value={measure.direction ?? 'desc'}
      options={[
        { value: 'desc', label: t.largestFirst },
        { value: 'asc', label: t.smallestFirst },
      ]}
      onChange={(direction) => onChange({ ...measure, direction })}
    />
  );
}

function WithinField({ measure, errorOf, onChange }: PropsOf<'share-of-total' | 'rank'>): VNode {
  const t = useMessages('data').measures;
  return (
    <TypedField<readonly string[]>
      label={t.within}
      hint={t.withinHint}
      optional
      mono
      error={errorOf('within')}
      value={measure.within}
      parse={(text) => {
        const names = text.split(',').flatMap((part) => part.trim() || []);
        return names.length > 0 ? names : undefined;
      }}
      write={(names) => names.join(', ')}
      onChange={(within) => {
        const { within: _, ...whole } = measure;
        onChange(within ? { ...whole, within } : whole);
      }}
    />
  );
}

type TimeKind = 'running-total' | 'moving-average' | 'period-to-date' | 'difference' | 'growth';

const PERIODS = ['week', 'month', 'quarter', 'year', 'fiscal-quarter', 'fiscal-year'] as const;
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;

function TimeFields({ measure, errorOf, onChange }: PropsOf<TimeKind>): VNode | null {
  const t = useMessages('data').measures;
  switch (measure.kind) {
    case 'running-total':
      return null;
    case 'moving-average':
      return (
        <NumberField
          label={t.periods}
          hint={t.periodsHint}
          whole
          min={2}
          max={366}
          value={measure.periods}
          error={errorOf('periods')}
          onChange={(periods = 2) => onChange({ ...measure, periods })}
        />
      );
    case 'period-to-date':
      return (
        <Select
          label={t.period}
          value={measure.period}
          options={PERIODS.map((value) => ({ value, label: t.periodNames[value] }))}
          onChange={(period) => onChange({ ...measure, period })}
        />
      );
    default:
      return (
        <>
          <NumberField
            label={t.offset}
            whole
            min={1}
            max={1000}
            value={measure.offset.count}
            onChange={(count = 1) => onChange({ ...measure, offset: { ...measure.offset, count } })}
          />
          <Select
            label={t.unit}
            value={measure.offset.unit}
            options={UNITS.map((value) => ({ value, label: t.grains[value] }))}
            onChange={(unit) => onChange({ ...measure, offset: { ...measure.offset, unit } })}
          />
        </>
      );
  }
}

const optionsOf = (choices: readonly (DatasetColumn | Measure)[]) =>
  choices.map(({ name, label }) => ({ value: name, label: label ?? name }));
