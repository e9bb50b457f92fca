import type { VNode } from 'preact';
import type { ShownEmbed } from '../../api/content.ts';
import { BulkBar } from '../../parts/bulk/bulk-bar.tsx';
import type { Selection } from '../../parts/bulk/use-selection.ts';
import { useBulkEmbedActions } from './bulk-embed-actions.tsx';

export function BulkEmbeds({ selection }: { readonly selection: Selection<ShownEmbed> }): VNode {
  return <BulkBar selection={selection} actions={useBulkEmbedActions()} />;
}
