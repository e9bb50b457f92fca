import { Table } from '@inlay/ui/layout/table';
import type { VNode } from 'preact';
import { type Selection, useSelection } from '../bulk/selection.tsx';
import { type Column, Columns } from './columns.tsx';
import { Listed, type ListedProps } from './listed.tsx';

interface ResourceTableProps<T extends { readonly id: string }> extends Omit<ListedProps<T>, 'children'> {
  readonly columns: readonly Column<T>[];
  /** Rows can be selected: their titles, and what can be done with those that are. */
  readonly bulk?: {
    readonly titleOf: (item: T) => string;
    readonly bar: (selection: Selection<T>) => VNode;
  };
}

/** A list of the API as a table with its pager: loading, failed, empty or loaded. */
export function ResourceTable<T extends { readonly id: string }>(props: ResourceTableProps<T>): VNode {
  const { columns, bulk, ...list } = props;
  const selection = useSelection(list.query.data?.data ?? []);
  const select = bulk && { selection, titleOf: bulk.titleOf };
  return (
    <>
      <Listed {...list}>
        {(items) => (
          <Table>
            <Columns columns={columns} items={items} {...(select && { select })} />
          </Table>
        )}
      </Listed>
      {selection.isUsed && bulk?.bar(selection)}
    </>
  );
}
