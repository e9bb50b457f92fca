import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { ConditionEditor } from '@inlay/ui/conditions/condition-editor';
import { Button } from '@inlay/ui/controls/button';
import { Combobox } from '@inlay/ui/controls/combobox';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../../../messages.ts';
import { type Filtered, filtersOfRule, isPeriod, ruleOfFilters } from './filter-rule.ts';
import { type Aggregate, isDated } from './measure-kinds.ts';

interface MeasureFiltersProps {
  readonly measure: Aggregate;
  readonly columns: readonly DatasetColumn[];
  /** Of the measure in the dataset. */
  readonly path: string;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (measure: Measure) => void;
}

const PERIODS = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  'last-7-days',
  'last-30-days',
  'last-12-months',
  'this-fiscal-year',
  'last-fiscal-year',
] as const;

/** The rows that a measure reads: conditions, and periods of date columns. */
export function MeasureFilters({ measure, columns, path, problems, onChange }: MeasureFiltersProps): VNode {
  const { measures: t } = useMessages('data');
  const conditions = useMessages('conditions');
  const { rule, others } = ruleOfFilters(measure);
  // The rule as it was typed: as filters, groups that are being built would dissolve.
  const [typed, setTyped] = useState<{ readonly rule: RowRule | undefined; readonly saved: string }>();
  const set = ({ filters, anyOf }: Filtered) => {
    const { filters: _, anyOf: __, ...plain } = measure;
    onChange({ ...plain, ...(filters && { filters }), ...(anyOf && { anyOf }) } as Measure);
  };
  const change = (next: RowRule | undefined) => {
    const filtered = filtersOfRule(next, others);
    setTyped({ rule: next, saved: textOf(filtered) });
    set(filtered);
  };
  const shown = typed?.saved === textOf(measure) ? typed.rule : rule;
  const dates = columns.filter(isDated);
  const periods = (measure.filters ?? []).filter(isPeriod);
  const setPeriods = (next: typeof periods) => {
    const kept = (measure.filters ?? []).filter((filter) => !isPeriod(filter));
    const filters = [...kept, ...next];
    set({ filters: filters.length > 0 ? filters : undefined, anyOf: measure.anyOf });
  };
  const problem = problems.find(
    (each) => each.path.startsWith(`${path}/filters`) || each.path.startsWith(`${path}/anyOf`),
  );
  return (
    <fieldset class="plain-group">
      <legend class="ui-field-label">{t.filters}</legend>
      <p class="ui-field-hint">{t.filtersHint}</p>
      <ConditionEditor
        texts={conditions}
        columns={columns.filter(({ type }) => type !== 'json')}
        constants
        rule={shown}
        onChange={change}
      />
      {periods.map((filter, at) => (
        <div key={at} class="context-row">
          <Combobox
            hideLabel
            label={t.date}
            value={filter.column}
            options={dates.map(({ name, label }) => ({ value: name, label: label ?? name }))}
            onChange={(column) => setPeriods(periods.with(at, { ...filter, column }))}
          />
          <Select
            hideLabel
            label={t.period}
            value={filter.period}
            options={[...new Set([...PERIODS, filter.period])].map((value) => ({
              value,
              label: Object.hasOwn(t.relativePeriods, value)
                ? t.relativePeriods[value as keyof typeof t.relativePeriods]
                : value,
            }))}
            onChange={(period) => setPeriods(periods.with(at, { ...filter, period }))}
          />
          <IconButton
            icon="close"
            label={t.removePeriod}
            onClick={() => setPeriods(periods.toSpliced(at, 1))}
          />
        </div>
      ))}
      {dates[0] && (
        <div>
          <Button
            onClick={() =>
              setPeriods([
                ...periods,
                { column: dates[0]?.name ?? '', operator: 'in-period', period: 'this-year' },
              ])
            }
          >
            {t.addPeriod}
          </Button>
        </div>
      )}
      {problem && <p class="ui-field-error">{problem.problem}</p>}
    </fieldset>
  );
}

const textOf = ({ filters, anyOf }: Filtered) => JSON.stringify([filters ?? [], anyOf ?? []]);
