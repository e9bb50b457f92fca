import { SelectBox } from '@inlay/ui/controls/select-box';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';

interface Identified {
  readonly id: string;
}

export interface Selection<T extends Identified> {
  /** Of the items that are shown. */
  readonly selected: readonly T[];
  readonly isAll: boolean;
  /** Something has been selected before: from then on the list needs its actions. */
  readonly isUsed: boolean;
  readonly has: (item: T) => boolean;
  readonly set: (item: T, isSelected: boolean) => void;
  readonly setAll: (isSelected: boolean) => void;
}

/** The selected rows of a list. What another page or a filter hides is not selected: nobody should delete unseen rows. */
export function useSelection<T extends Identified>(items: readonly T[]): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const selected = items.filter(({ id }) => ids?.has(id));
  return {
    selected,
    isAll: items.length > 0 && selected.length === items.length,
    isUsed: ids !== undefined,
    has: ({ id }) => ids?.has(id) ?? false,
    set: ({ id }, isSelected) => {
      const others = selected.map((item) => item.id).filter((other) => other !== id);
      setIds(new Set(isSelected ? [...others, id] : others));
    },
    setAll: (isSelected) => setIds(new Set(isSelected ? items.map(({ id }) => id) : [])),
  };
}

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
