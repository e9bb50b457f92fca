import type { VNode } from 'preact';
import type { ShownItem } from '../../api/content.ts';
import { BulkBar } from '../../parts/bulk/bulk-bar.tsx';
import type { Selection } from '../../parts/bulk/use-selection.ts';
import { useBulkItemActions } from './bulk-item-actions.tsx';
import type { ItemKind } from './item-kinds.ts';

interface BulkItemsProps {
  readonly kind: ItemKind;
  readonly app: string;
  readonly selection: Selection<ShownItem>;
}

export function BulkItems({ kind, app, selection }: BulkItemsProps): VNode {
  return <BulkBar selection={selection} actions={useBulkItemActions(kind, app)} />;
}
