import type { BuilderItem } from '@inlay/protocol/builder';
import type { VNode } from 'preact';

/** The places of a dashboard, until it comes: nothing jumps when it does. */
export function WaitingGrid({ items }: { readonly items: readonly BuilderItem[] }): VNode {
  return (
    <div class="bld-scroller" aria-busy="true">
      <div class="inlay-grid">
        {items.map(({ id, x, y, w, h }) => (
          <div
            key={id}
            class="bld-place"
            style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}`, minHeight: `${h * 56 - 16}px` }}
          >
            <div class="bld-skeleton" />
          </div>
        ))}
      </div>
    </div>
  );
}
