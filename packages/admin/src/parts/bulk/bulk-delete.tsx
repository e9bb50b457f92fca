import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import type { CountMessage } from '../list/list-pager.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { BulkItem } from './bulk-dialog.tsx';
import { BulkDialog } from './lazy-bulk-dialog.ts';
import type { Selection } from './selection.tsx';

interface BulkDeleteProps<T extends { readonly id: string }> {
  readonly selection: Selection<T>;
  readonly bulkItem: (item: T) => BulkItem;
  /** The message that counts them. */
  readonly of: CountMessage;
  readonly hint: string;
}

/** The bar of a list whose items can only be deleted. */
export function BulkDelete<T extends { readonly id: string }>(props: BulkDeleteProps<T>): VNode {
  const { selection, bulkItem, of, hint } = props;
  const bulk = useMessages('bulk');
  return (
    <BulkBar
      selection={selection}
      actions={[
        {
          label: bulk.delete.button,
          isDangerous: true,
          dialog: (items, close) => (
            <BulkDialog verb="delete" items={items.map(bulkItem)} of={of} hint={hint} onClose={close} />
          ),
        },
      ]}
    />
  );
}
