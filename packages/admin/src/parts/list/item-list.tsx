import type { ComponentChildren, VNode } from 'preact';
import { adoptStyles } from '../page/adopt-styles.ts';
import css from './item-list.css?inline';

adoptStyles(css);

interface ItemListProps {
  readonly label: string;
  /** List items: what each is in the first element, what can be done with it in the second. */
  readonly children: ComponentChildren;
}

/** Few things with more to say about each than a table has room for. */
export function ItemList({ label, children }: ItemListProps): VNode {
  return (
    <ul class="item-list" aria-label={label}>
      {children}
    </ul>
  );
}
