import { Button } from '@inlay/ui/controls/button';
import { Segments } from '@inlay/ui/controls/segments';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { newId } from '../edit/new-id.ts';
import { LibraryPanel } from './library-panel.tsx';
import { QuickChartPanel } from './quick-chart-panel.tsx';

type Tab = 'ask' | 'library' | 'text';

interface AddPanelProps {
  readonly canvas: CanvasContext;
  readonly tab: Tab;
}

const FEATURES = { ask: 'chart-editor', library: 'library', text: 'texts' } as const;

/** Adds a chart, a tile of the library or a text block. */
export function AddPanel({ canvas, tab }: AddPanelProps): VNode {
  const { builder, panel, commands } = canvas;
  const messages = builder.messages.value;
  const tabs = (['ask', 'library', 'text'] as const).filter((each) => builder.allows(FEATURES[each]));
  const names = { ask: messages.chart, library: messages.library, text: messages.text };
  const addText = () => {
    const id = newId();
    commands.add([{ id, x: 0, y: 0, w: 6, h: 3, text: `## ${messages.textBlock}\n\n` }]);
    canvas.editItem(id);
  };
  const choose = (next: Tab) => {
    if (next === 'text') return addText();
    panel.value = { shows: 'add', tab: next };
  };
  return (
    <>
      <Segments
        label={messages.add}
        value={tab}
        options={tabs.map((each) => ({ value: each, label: names[each] }))}
        onChange={choose}
      />
      {tab === 'ask' ? <QuickChartPanel canvas={canvas} /> : null}
      {tab === 'library' ? <LibraryPanel canvas={canvas} /> : null}
      {tab === 'text' ? (
        <div class="bld-panel-empty">
          <p>{messages.textHint}</p>
          <Button variant="primary" onClick={addText}>
            {messages.text}
          </Button>
        </div>
      ) : null}
    </>
  );
}
