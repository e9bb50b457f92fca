import type { Filter } from '@inlay/protocol/query';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import type { EditorColumn } from '../editor-backend.ts';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { newFilter, type Operator, operatorsFor, withOperator } from '../model/filter-operators.ts';
import { Entry } from '../parts/entry.tsx';
import { FieldSelect } from '../parts/field-select.tsx';
import { FilterValue } from './filter-value.tsx';

interface FilterEntriesProps {
  readonly context: EditorContext;
  /** Distinguishes the undo steps of this list. */
  readonly name: string;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[], mergeKey?: string) => void;
}

/** A list of filters, to which others can be added. */
export function FilterEntries({ context, name: list, filters, onChange }: FilterEntriesProps): VNode {
  const { dataset, messages } = context;
  const { columns } = dataset;
  const columnOf = (name: string): EditorColumn =>
    columns.find((column) => column.name === name) ?? { name, label: name, type: 'string' };
  return (
    <>
      {filters.map((filter, index) => {
        const column = columnOf(filter.column);
        const replace = (next: Filter, mergeKey?: string) => onChange(filters.with(index, next), mergeKey);
        return (
          <Entry
            key={index}
            label={messages.filterOf({ field: labelOf(dataset, filter.column) })}
            removeLabel={messages.remove}
            onRemove={() => onChange(filters.toSpliced(index, 1))}
          >
            <div class="te-group">
              <FieldSelect
                hideLabel
                label={messages.columns}
                fields={columns}
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
              onChange={(next) => replace(next, `${list}-${index}`)}
            />
          </Entry>
        );
      })}
      <FieldSelect
        label={messages.addFilter}
        none="…"
        fields={columns}
        value=""
        onChange={(name) => name !== '' && onChange([...filters, newFilter(name, columnOf(name).type)])}
      />
    </>
  );
}
