import { Button } from '@inlay/ui/button';
import { Segments } from '@inlay/ui/segments';
import type { VNode } from 'preact';
import { newId } from '../edit/new-id.ts';
import type { Workbench } from '../workbench.ts';
import { AskPanel } from './ask-panel.tsx';
import { LibraryPanel } from './library-panel.tsx';

type Tab = 'ask' | 'library' | 'text';

interface AddPanelProps {
  readonly bench: Workbench;
  readonly tab: Tab;
}

const FEATURES = { ask: 'chart-editor', library: 'library', text: 'texts' } as const;

/** Ways to put something on the canvas. */
export function AddPanel({ bench, tab }: AddPanelProps): VNode {
  const { builder, panel, commands } = bench;
  const words = builder.words.value;
  const tabs = (['ask', 'library', 'text'] as const).filter((each) => builder.allows(FEATURES[each]));
  const names = { ask: words.chart, library: words.library, text: words.text };
  const addText = () => {
    const id = newId();
    commands.add([{ id, x: 0, y: 0, w: 6, h: 3, text: `## ${words.textBlock}\n\n` }]);
    bench.editItem(id);
  };
  const choose = (next: Tab) => {
    if (next === 'text') return addText();
    panel.value = { shows: 'add', tab: next };
  };
  return (
    <>
      <Segments
        label={words.add}
        value={tab}
        options={tabs.map((each) => ({ value: each, label: names[each] }))}
        onChange={choose}
      />
      {tab === 'ask' ? <AskPanel bench={bench} /> : null}
      {tab === 'library' ? <LibraryPanel bench={bench} /> : null}
      {tab === 'text' ? (
        <div class="bld-panel-empty">
          <p>{words.textHint}</p>
          <Button variant="primary" onClick={addText}>
            {words.text}
          </Button>
        </div>
      ) : null}
    </>
  );
}
