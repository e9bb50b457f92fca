import type { VNode } from 'preact';
import { isNarrow } from '../canvas/is-narrow.ts';
import type { Alignment } from '../layout/align-items.ts';
import type { GlyphName } from '../parts/glyph.tsx';
import { ToolButton } from '../parts/tool-button.tsx';
import type { Workbench } from '../workbench.ts';

const ALIGNMENTS: readonly (readonly [Alignment, GlyphName])[] = [
  ['start', 'start'],
  ['top', 'top'],
  ['same-size', 'same'],
  ['row', 'row'],
];

/** What may be done with what is chosen: with several at once, and on a phone with one. */
export function SelectionBar({ bench }: { readonly bench: Workbench }): VNode | null {
  const { builder, opened, commands } = bench;
  const words = builder.words.value;
  const chosen = opened.editor.selection.value;
  const narrow = bench.width.value > 0 && isNarrow();
  const [first] = chosen;
  if (first === undefined || (chosen.size < 2 && !narrow) || (narrow && bench.panel.value)) return null;
  return (
    <div class="bld-selection" role="toolbar" aria-label={words.selectedMany({ count: chosen.size })}>
      <span>{words.selectedMany({ count: chosen.size })}</span>
      {narrow ? (
        <>
          <ToolButton glyph="up" label={`${words.move} ↑`} onPress={() => commands.movePhone(-1)} />
          <ToolButton glyph="down" label={`${words.move} ↓`} onPress={() => commands.movePhone(1)} />
          <ToolButton glyph="taller" label={words.taller} onPress={() => commands.resizeBy(0, 1)} />
          <ToolButton glyph="shorter" label={words.shorter} onPress={() => commands.resizeBy(0, -1)} />
          <ToolButton glyph="edit" label={words.edit} onPress={() => bench.editItem(first)} />
        </>
      ) : (
        ALIGNMENTS.map(([alignment, glyph]) => (
          <ToolButton
            key={alignment}
            glyph={glyph}
            label={words.arrange[alignment]}
            onPress={() => commands.align(alignment)}
          />
        ))
      )}
      <ToolButton glyph="copy" label={words.duplicate} keys="Ctrl+D" onPress={commands.duplicate} />
      <ToolButton glyph="trash" label={words.remove} keys="Delete" onPress={commands.remove} />
    </div>
  );
}
