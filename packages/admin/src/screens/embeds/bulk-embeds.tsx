import type { VNode } from 'preact';
import type { ShownEmbed } from '../../api/content.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import type { Selection } from '../bulk/use-selection.ts';
import { useBulkEmbedActions } from './bulk-embed-actions.tsx';

export function BulkEmbeds({ selection }: { readonly selection: Selection<ShownEmbed> }): VNode {
  return <BulkBar selection={selection} actions={useBulkEmbedActions()} />;
}
