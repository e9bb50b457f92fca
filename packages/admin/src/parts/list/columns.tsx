import type { ComponentChildren, VNode } from 'preact';
import { SelectAll, type Selection, SelectRow } from '../bulk/selection.tsx';

export interface Column<T> {
  readonly title: ComponentChildren;
  readonly cell: (item: T) => ComponentChildren;
  /** Of its head and its cells, such as `ui-wide` where phones have no room for it. */
  readonly class?: string;
}

interface ColumnsProps<T extends { readonly id: string }> {
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  /** The rows that are selected, with the titles of all for screen readers. */
  readonly select?: { readonly selection: Selection<T>; readonly titleOf: (item: T) => string };
}

/** Head and body of a table, a row per item. */
export function Columns<T extends { readonly id: string }>({
  columns,
  items,
  select,
}: ColumnsProps<T>): VNode {
  return (
    <>
      <thead>
        <tr>
          {select && <SelectAll selection={select.selection} />}
          {columns.map((column, index) => (
            <th key={index} class={column.class}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            {select && <SelectRow selection={select.selection} item={item} title={select.titleOf(item)} />}
            {columns.map((column, index) => (
              <td key={index} class={column.class}>
                {column.cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}
