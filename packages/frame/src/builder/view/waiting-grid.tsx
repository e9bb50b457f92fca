import type { BuilderItem } from '@inlay/protocol/builder';
import type { VNode } from 'preact';
import { gridArea, heightOf } from '../canvas/grid-metrics.ts';

/** The places of a dashboard, until it comes: nothing jumps when it does. */
export function WaitingGrid({ items }: { readonly items: readonly BuilderItem[] }): VNode {
  return (
    <div class="bld-scroller" aria-busy="true">
      <div class="inlay-grid">
        {items.map((item) => (
          <div
            key={item.id}
            class="bld-place"
            style={{ gridArea: gridArea(item), minHeight: `${heightOf(item)}px` }}
          >
            <div class="bld-skeleton" />
          </div>
        ))}
      </div>
    </div>
  );
}
