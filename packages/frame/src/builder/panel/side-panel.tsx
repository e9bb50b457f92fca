import { IconButton } from '@inlay/ui/controls/icon-button';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CanvasContext, Panel } from '../canvas-context.ts';
import { isFocusLost } from '../parts/is-focus-lost.ts';
import { Lazy } from '../parts/lazy.tsx';
import { AddPanel } from './add-panel.tsx';
import { FiltersPanel } from './filters-panel.tsx';
import { ItemPanel } from './item-panel.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { TabsPanel } from './tabs-panel.tsx';

interface SidePanelProps {
  readonly canvas: CanvasContext;
  readonly panel: Panel;
}

const FIELDS = '.bld-panel-body :is(input, select, textarea, [role=tab], [aria-pressed=true])';

/** The panel next to the canvas; on a narrow screen a sheet over it. */
export function SidePanel({ canvas, panel }: SidePanelProps): VNode {
  const messages = canvas.builder.messages.value;
  const [title, content] = contentOf(canvas, panel);
  const box = useRef<HTMLElement>(null);
  const close = () => {
    canvas.panel.value = undefined;
    if (panel.shows === 'item') canvas.surface.value?.element(panel.id)?.focus();
  };
  useEffect(() => {
    // Opened by a button, the panel takes the focus; opened by selecting a tile, the tile keeps it.
    if (panel.shows !== 'item' || isFocusLost())
      (box.current?.querySelector<HTMLElement>(FIELDS) ?? box.current)?.focus();
  }, [panel.shows]);
  return (
    <aside
      class="bld-panel"
      ref={box}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header class="bld-panel-head">
        <h2>{title}</h2>
        <IconButton icon="close" label={messages.close} onClick={close} />
      </header>
      <div class="bld-panel-body">{content}</div>
    </aside>
  );
}

/** Its messages are those of the settings that the chart editor loads later. */
function LazyTabs({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const load = async () => {
    const { loadEditorMoreMessages } = await import('@inlay/messages/editorMore');
    return loadEditorMoreMessages(canvas.builder.editorMessages.value.tag);
  };
  return <Lazy load={load} render={(messages) => <TabsPanel canvas={canvas} messages={messages} />} />;
}

function contentOf(canvas: CanvasContext, panel: Panel): [title: string, content: ComponentChildren] {
  const messages = canvas.builder.messages.value;
  switch (panel.shows) {
    case 'add':
      return [messages.add, <AddPanel canvas={canvas} tab={panel.tab} />];
    case 'filters':
      return [messages.filters, <FiltersPanel canvas={canvas} />];
    case 'phone':
      return [messages.phoneOrder, <PhonePanel canvas={canvas} />];
    case 'tabs':
      return [messages.tabs, <LazyTabs canvas={canvas} />];
    case 'item': {
      const item = canvas.item(panel.id);
      const content = item ? <ItemPanel key={item.id} canvas={canvas} item={item} /> : null;
      return [item && 'text' in item ? messages.textBlock : messages.editChart, content];
    }
  }
}
