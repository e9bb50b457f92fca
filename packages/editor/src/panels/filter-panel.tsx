import type { Filter } from '@inlay/protocol/query';
import type { VNode } from 'preact';
import type { Desk } from '../desk.ts';
import type { EditorColumn } from '../editor-backend.ts';
import { newFilter, type Operator, operatorsFor, withOperator } from '../model/filter-operators.ts';
import { orNothing, patchQuery } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';
import { Section } from '../parts/section.tsx';
import { Select } from '../parts/select.tsx';
import { FilterValue } from './filter-value.tsx';

export function FilterPanel({ desk, open }: { readonly desk: Desk; readonly open: boolean }): VNode {
  const { tile, dataset, words, change } = desk;
  const filters = tile.query.filters ?? [];
  const put = (next: readonly Filter[], about?: string) =>
    change(patchQuery(tile, { filters: orNothing(next) }), about);
  const columnOf = (name: string): EditorColumn =>
    dataset.columns.find((column) => column.name === name) ?? { name, label: name, type: 'string' };
  const columns = dataset.columns.map(({ name, label }) => ({ key: name, label }));
  return (
    <Section title={words.filters} count={filters.length} open={open} id="te-filters">
      {filters.map((filter, index) => {
        const column = columnOf(filter.column);
        const replace = (next: Filter, about?: string) => put(filters.with(index, next), about);
        return (
          <Entry
            key={index}
            label={words.filterOf({ field: column.label })}
            removeLabel={words.remove}
            onRemove={() => put(filters.toSpliced(index, 1))}
          >
            <div class="te-pair">
              <Select
                quiet
                label={words.columns}
                options={columns}
                chosen={filter.column}
                onChoose={(name) => replace(newFilter(name, columnOf(name).type))}
              />
              <Select
                quiet
                label={words.condition}
                options={operatorsFor(column.type).map((key) => ({ key, label: words.operators[key] }))}
                chosen={filter.operator}
                onChoose={(operator) => replace(withOperator(filter, operator as Operator))}
              />
            </div>
            <FilterValue
              desk={desk}
              filter={filter}
              column={column}
              onChange={(next) => replace(next, `filter-${index}`)}
            />
          </Entry>
        );
      })}
      <Select
        label={words.addFilter}
        options={[{ key: '', label: '…' }, ...columns]}
        chosen=""
        onChoose={(name) => name !== '' && put([...filters, newFilter(name, columnOf(name).type)])}
      />
    </Section>
  );
}
