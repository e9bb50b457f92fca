import type { Filter } from '@inlay/protocol/query';
import { Section } from '@inlay/ui/section';
import { Select } from '@inlay/ui/select';
import type { VNode } from 'preact';
import type { EditorColumn } from '../editor-backend.ts';
import type { EditorContext } from '../editor-context.ts';
import { newFilter, type Operator, operatorsFor, withOperator } from '../model/filter-operators.ts';
import { patchQuery, undefinedIfEmpty } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';
import { FilterValue } from './filter-value.tsx';

export function FilterPanel({
  context,
  open,
}: {
  readonly context: EditorContext;
  readonly open: boolean;
}): VNode {
  const { tile, dataset, messages, change } = context;
  const filters = tile.query.filters ?? [];
  const put = (next: readonly Filter[], mergeKey?: string) =>
    change(patchQuery(tile, { filters: undefinedIfEmpty(next) }), mergeKey);
  const columnOf = (name: string): EditorColumn =>
    dataset.columns.find((column) => column.name === name) ?? { name, label: name, type: 'string' };
  const columns = dataset.columns.map(({ name, label }) => ({ value: name, label }));
  return (
    <Section title={messages.filters} count={filters.length} open={open} id="te-filters">
      {filters.map((filter, index) => {
        const column = columnOf(filter.column);
        const replace = (next: Filter, mergeKey?: string) => put(filters.with(index, next), mergeKey);
        return (
          <Entry
            key={index}
            label={messages.filterOf({ field: column.label })}
            removeLabel={messages.remove}
            onRemove={() => put(filters.toSpliced(index, 1))}
          >
            <div class="te-pair">
              <Select
                hideLabel
                label={messages.columns}
                options={columns}
                value={filter.column}
                onChange={(name) => replace(newFilter(name, columnOf(name).type))}
              />
              <Select
                hideLabel
                label={messages.condition}
                options={operatorsFor(column.type).map((key) => ({
                  value: key,
                  label: messages.operators[key],
                }))}
                value={filter.operator}
                onChange={(operator) => replace(withOperator(filter, operator as Operator))}
              />
            </div>
            <FilterValue
              context={context}
              filter={filter}
              column={column}
              onChange={(next) => replace(next, `filter-${index}`)}
            />
          </Entry>
        );
      })}
      <Select
        label={messages.addFilter}
        options={[{ value: '', label: '…' }, ...columns]}
        value=""
        onChange={(name) => name !== '' && put([...filters, newFilter(name, columnOf(name).type)])}
      />
    </Section>
  );
}
