import type { MeasureFilter } from '@inlay/protocol/query';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { labelOf } from '../editor-context.ts';
import { patchQuery, undefinedIfEmpty } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';
import { FieldSelect } from '../parts/field-select.tsx';
import type { MoreProps } from './more-context.ts';

type Operator = MeasureFilter['operator'];

const OPERATORS = [
  'greater-or-equal',
  'greater',
  'less-or-equal',
  'less',
  'between',
  'equals',
  'not-equals',
  'is-set',
  'is-not-set',
] as const satisfies readonly Operator[];

/** Keeps only rows of the result by the values of their measures. */
export function HavingPanel({ context, messages }: MoreProps): VNode {
  const { tile, dataset, messages: texts, change } = context;
  const having = tile.query.having ?? [];
  const measures = dataset.measures.filter(({ name }) => tile.query.measures.includes(name));
  const put = (next: readonly MeasureFilter[], mergeKey?: string) =>
    change(patchQuery(tile, { having: undefinedIfEmpty(next) }), mergeKey);
  return (
    <Section title={messages.having} count={having.length}>
      <p class="ui-field-hint">{messages.havingHint}</p>
      {having.map((filter, index) => {
        const replace = (next: MeasureFilter, mergeKey?: string) => put(having.with(index, next), mergeKey);
        return (
          <Entry
            key={index}
            label={texts.filterOf({ field: labelOf(dataset, filter.measure) })}
            removeLabel={texts.remove}
            onRemove={() => put(having.toSpliced(index, 1))}
          >
            <div class="te-group">
              <FieldSelect
                hideLabel
                label={texts.measures}
                fields={measures}
                value={filter.measure}
                onChange={(measure) => replace({ ...filter, measure })}
              />
              <Select
                hideLabel
                label={texts.condition}
                options={OPERATORS.map((key) => ({ value: key, label: texts.operators[key] }))}
                value={filter.operator}
                onChange={(operator) => replace(withOperator(filter, operator))}
              />
            </div>
            {'from' in filter && (
              <div class="te-pair">
                <NumberField
                  label={texts.from}
                  value={filter.from}
                  onChange={(from) => replace({ ...filter, from: from ?? 0 }, `having-${index}`)}
                />
                <NumberField
                  label={texts.to}
                  value={filter.to}
                  onChange={(to) => replace({ ...filter, to: to ?? 0 }, `having-${index}`)}
                />
              </div>
            )}
            {'value' in filter && (
              <NumberField
                hideLabel
                label={texts.value}
                value={filter.value}
                onChange={(value) => replace({ ...filter, value: value ?? 0 }, `having-${index}`)}
              />
            )}
          </Entry>
        );
      })}
      {measures.length > 0 && having.length < 20 && (
        <FieldSelect
          label={texts.addFilter}
          none="…"
          fields={measures}
          value=""
          onChange={(measure) =>
            measure !== '' && put([...having, { measure, operator: 'greater-or-equal', value: 0 }])
          }
        />
      )}
    </Section>
  );
}

function withOperator(filter: MeasureFilter, operator: Operator): MeasureFilter {
  const { measure } = filter;
  const known = 'value' in filter ? filter.value : 'from' in filter ? filter.from : 0;
  if (operator === 'is-set' || operator === 'is-not-set') return { measure, operator };
  if (operator === 'between') return { measure, operator, from: known, to: known };
  return { measure, operator, value: known };
}
