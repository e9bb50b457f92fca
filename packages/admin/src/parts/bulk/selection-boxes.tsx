import { SelectBox } from '@inlay/ui/controls/select-box';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import type { Selection } from './use-selection.ts';

interface SelectAllProps<T extends { readonly id: string }> {
  readonly selection: Selection<T>;
}

/** The head of the column with the checkboxes. */
export function SelectAll<T extends { readonly id: string }>({ selection }: SelectAllProps<T>): VNode {
  const { selectAll } = useMessages('admin').list;
  const { isAll, selected, setAll } = selection;
  return (
    <th class="ui-select">
      <SelectBox label={selectAll} checked={isAll} mixed={!isAll && selected.length > 0} onChange={setAll} />
    </th>
  );
}

interface SelectRowProps<T extends { readonly id: string }> extends SelectAllProps<T> {
  readonly item: T;
  readonly title: string;
}

export function SelectRow<T extends { readonly id: string }>(props: SelectRowProps<T>): VNode {
  const { selection, item, title } = props;
  const { select } = useMessages('admin').list;
  return (
    <td class="ui-select">
      <SelectBox
        label={select({ title })}
        checked={selection.has(item)}
        onChange={(isSelected) => selection.set(item, isSelected)}
      />
    </td>
  );
}
