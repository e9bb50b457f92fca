import type { QuerySpec } from '@inlay/protocol/query';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Select } from '@inlay/ui/controls/select';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { newFilter } from '../model/filter-operators.ts';
import { isComplete } from '../model/finish-tile.ts';
import { patchOptions, patchQuery } from '../model/patch.ts';
import { isTime } from '../model/shape-of.ts';

type Comparison = NonNullable<QuerySpec['comparison']>;

/** Comparison with the previous period or year of a date column; that column needs a filter. */
export function ComparePanel({
  context,
  onFilters,
}: {
  readonly context: EditorContext;
  readonly onFilters: () => void;
}): VNode {
  const { tile, dataset, messages, change } = context;
  const { comparison, totals, filters = [] } = tile.query;
  const times = dataset.columns.filter(isTime);
  const usual =
    times.find(({ name }) => filters.some(({ column }) => column === name))?.name ?? times[0]?.name ?? '';
  const lacksPeriod =
    comparison && !filters.some((filter) => filter.column === comparison.column && isComplete(filter));
  const choose = (key: string) =>
    change(
      patchQuery(tile, {
        comparison:
          key === '' ? undefined : { column: comparison?.column ?? usual, with: key as Comparison['with'] },
      }),
    );
  const limitPeriod = () => {
    const column = comparison?.column ?? usual;
    change(patchQuery(tile, { filters: [...filters, newFilter(column, 'date')] }));
    onFilters();
  };
  return (
    <Section title={messages.compare} count={Number(comparison !== undefined) + Number(totals ?? false)}>
      {times.length > 0 && (
        <Select
          label={messages.compareWith}
          options={[
            { value: '', label: messages.nothing },
            { value: 'previous-period', label: messages['previous-period'] },
            { value: 'previous-year', label: messages['previous-year'] },
          ]}
          value={comparison?.with ?? ''}
          onChange={choose}
        />
      )}
      {comparison && times.length > 1 && (
        <Select
          label={messages.compareAlong}
          options={times.map(({ name, label }) => ({ value: name, label }))}
          value={comparison.column}
          onChange={(column) => change(patchQuery(tile, { comparison: { ...comparison, column } }))}
        />
      )}
      {lacksPeriod && (
        <div class="te-warning">
          <p>{messages.compareNeeds({ field: labelOf(dataset, comparison.column) })}</p>
          <Button onClick={limitPeriod}>
            {messages.narrow({ field: labelOf(dataset, comparison.column) })}
          </Button>
        </div>
      )}
      <Checkbox
        label={messages.totals}
        checked={totals ?? false}
        onChange={(checked) => change(patchQuery(tile, { totals: checked || undefined }))}
      />
      <Select
        label={messages.goodDirection}
        options={[
          { value: '', label: messages.automatic },
          { value: 'up', label: messages.up },
          { value: 'down', label: messages.down },
        ]}
        value={tile.options?.goodDirection ?? ''}
        onChange={(key) =>
          change(patchOptions(tile, { goodDirection: (key || undefined) as 'up' | 'down' | undefined }))
        }
      />
    </Section>
  );
}
