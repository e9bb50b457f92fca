import { IconButton } from '@inlay/ui/icon-button';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isFocusLost } from '../parts/is-focus-lost.ts';
import type { Panel, Workbench } from '../workbench.ts';
import { AddPanel } from './add-panel.tsx';
import { FiltersPanel } from './filters-panel.tsx';
import { ItemPanel } from './item-panel.tsx';
import { PhonePanel } from './phone-panel.tsx';

interface SidePanelProps {
  readonly bench: Workbench;
  readonly panel: Panel;
}

const FIELDS =
  '.bld-panel-body :is(input, select, textarea, [contenteditable=true], [role=tab], [aria-pressed=true])';
/** Where Tab enters the canvas, or else the tools above it. */
const ENTRY = '.bld-grid [data-item][tabindex="0"], .bld-bar .bld-tools button:enabled';

/** Beside the canvas; on a narrow screen a sheet over it. */
export function SidePanel({ bench, panel }: SidePanelProps): VNode {
  const words = bench.builder.words.value;
  const [title, content] = contentOf(bench, panel);
  const box = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const close = () => {
    bench.panel.value = undefined;
    const item = panel.shows === 'item' ? bench.surface.value?.element(panel.id) : undefined;
    const back = item ?? (opener.current?.isConnected ? opener.current : document.querySelector(ENTRY));
    (back as HTMLElement | null)?.focus();
  };
  useEffect(() => {
    const here = document.activeElement;
    if (!box.current?.contains(here)) opener.current = here;
    // Who opened it by a button goes on in it; who chose a tile stays at the tile.
    if (panel.shows !== 'item' || isFocusLost()) box.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [panel.shows]);
  return (
    <aside
      class="bld-panel"
      ref={box}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header class="bld-panel-head">
        <h2>{title}</h2>
        <IconButton icon="close" label={words.close} onClick={close} />
      </header>
      <div class="bld-panel-body">{content}</div>
    </aside>
  );
}

function contentOf(bench: Workbench, panel: Panel): [title: string, content: ComponentChildren] {
  const words = bench.builder.words.value;
  switch (panel.shows) {
    case 'add':
      return [words.add, <AddPanel bench={bench} tab={panel.tab} />];
    case 'filters':
      return [words.filters, <FiltersPanel bench={bench} />];
    case 'phone':
      return [words.phoneOrder, <PhonePanel bench={bench} />];
    case 'item': {
      const item = bench.item(panel.id);
      const content = item ? <ItemPanel key={item.id} bench={bench} item={item} /> : null;
      return [item && 'text' in item ? words.textBlock : words.editChart, content];
    }
  }
}
