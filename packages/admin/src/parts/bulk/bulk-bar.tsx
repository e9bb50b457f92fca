import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { setQuery } from '../../router.ts';
import { adoptStyles } from '../page/adopt-styles.ts';
import css from './bulk.css?inline';
import type { Selection } from './selection.tsx';

adoptStyles(css);

export interface BulkAction<T> {
  readonly label: (values: { readonly count: number }) => string;
  /** Items that it cannot be applied to are left out. */
  readonly applies?: (item: T) => boolean;
  readonly isDangerous?: boolean;
  /** Asks for confirmation and does it. */
  readonly dialog: (items: readonly T[], close: (isDone: boolean) => void) => VNode;
}

interface BulkBarProps<T extends { readonly id: string }> {
  readonly selection: Selection<T>;
  readonly actions: readonly BulkAction<T>[];
}

/** How many rows are selected, and what can be done with them. It stays in view while the list scrolls. */
export function BulkBar<T extends { readonly id: string }>(props: BulkBarProps<T>): VNode | null {
  const { selection, actions } = props;
  const bulk = useMessages('bulk');
  const [open, setOpen] = useState<VNode>();
  const { selected } = selection;
  const close = (isDone: boolean) => {
    setOpen(undefined);
    if (!isDone) return;
    selection.setAll(false);
    // The page may have become empty.
    setQuery({ page: '' });
  };
  return (
    <>
      {selected.length > 0 && (
        <section class="ui-save-bar bulk-bar" aria-label={bulk.label}>
          <div>
            <strong role="status">{bulk.selected({ count: selected.length })}</strong>
            <Button variant="ghost" onClick={() => selection.setAll(false)}>
              {bulk.clear}
            </Button>
          </div>
          <div>
            {actions.map(({ label, applies = () => true, isDangerous, dialog }, index) => {
              const items = selected.filter(applies);
              return (
                items.length > 0 && (
                  <Button
                    key={index}
                    variant={isDangerous ? 'danger' : 'secondary'}
                    onClick={() => setOpen(dialog(items, close))}
                  >
                    {label({ count: items.length })}
                  </Button>
                )
              );
            })}
          </div>
        </section>
      )}
      {open}
    </>
  );
}
