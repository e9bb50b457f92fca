import type { Aggregation } from '@inlay/protocol/dataset';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { isNumeric } from '../is-numeric.ts';
import type { ColumnFieldsProps } from './column-fields-props.ts';

const OF_NUMBERS: readonly Aggregation[] = ['sum', 'average', 'median'];
const OF_ALL: readonly Aggregation[] = ['min', 'max', 'distinct', 'count'];

/** How content may use a column beyond its dataset and its measures. */
export function ReuseFields({ form, column, at }: ColumnFieldsProps): VNode | null {
  const { reuse: t, measures } = useMessages('data');
  if (column.type === 'json') return null;
  const offered = [...(isNumeric(column) ? OF_NUMBERS : []), ...OF_ALL];
  const allowed = column.aggregations ?? [];
  const allow = (aggregation: Aggregation, isAllowed: boolean) => {
    const { aggregations: _, ...rest } = column;
    const next = offered.filter((each) => (each === aggregation ? isAllowed : allowed.includes(each)));
    const changed = next.length > 0 ? { ...rest, aggregations: next } : rest;
    form.set({ columns: form.values.columns.with(at, changed) });
  };
  return (
    <>
      <TextField
        {...form.field(`columns.${at}.sharedDimension`, { label: t.sharedDimension })}
        optional
        mono
        hint={t.sharedDimensionHint}
      />
      <fieldset class="plain-group">
        <legend class="ui-field-label">{t.aggregations}</legend>
        <p class="ui-field-hint">{t.aggregationsHint}</p>
        <div class="ui-checkboxes">
          {offered.map((aggregation) => (
            <Checkbox
              key={aggregation}
              label={measures.kinds[aggregation]}
              checked={allowed.includes(aggregation)}
              onChange={(isAllowed) => allow(aggregation, isAllowed)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
