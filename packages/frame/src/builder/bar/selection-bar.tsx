import type { IconName } from '@inlay/ui/icon';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { isNarrow } from '../canvas/is-narrow.ts';
import type { Alignment } from '../layout/align-items.ts';
import type { Workbench } from '../workbench.ts';

const ALIGNMENTS: readonly (readonly [Alignment, IconName])[] = [
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
          <IconButton icon="up" label={`${words.move} ↑`} onClick={() => commands.movePhone(-1)} />
          <IconButton icon="down" label={`${words.move} ↓`} onClick={() => commands.movePhone(1)} />
          <IconButton icon="taller" label={words.taller} onClick={() => commands.resizeBy(0, 1)} />
          <IconButton icon="shorter" label={words.shorter} onClick={() => commands.resizeBy(0, -1)} />
          <IconButton icon="edit" label={words.edit} onClick={() => bench.editItem(first)} />
        </>
      ) : (
        ALIGNMENTS.map(([alignment, glyph]) => (
          <IconButton
            key={alignment}
            icon={glyph}
            label={words.arrange[alignment]}
            onClick={() => commands.align(alignment)}
          />
        ))
      )}
      <IconButton icon="copy" label={words.duplicate} keys="Ctrl+D" onClick={commands.duplicate} />
      <IconButton icon="trash" label={words.remove} keys="Delete" onClick={commands.remove} />
    </div>
  );
}
