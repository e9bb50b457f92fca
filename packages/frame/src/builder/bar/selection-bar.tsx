import type { IconName } from '@inlay/ui/controls/icon';
import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import { isNarrow } from '../canvas/is-narrow.ts';
import type { CanvasContext } from '../canvas-context.ts';
import type { Alignment } from '../layout/align-items.ts';

const ALIGNMENTS: readonly (readonly [Alignment, IconName])[] = [
  ['start', 'start'],
  ['top', 'top'],
  ['same-size', 'same'],
  ['row', 'row'],
];

/** Actions on the selected items: on several at once, and on a phone on one. */
export function SelectionBar({ canvas }: { readonly canvas: CanvasContext }): VNode | null {
  const { builder, opened, commands } = canvas;
  const messages = builder.messages.value;
  const chosen = opened.editor.selection.value;
  const narrow = canvas.width.value > 0 && isNarrow();
  const [first] = chosen;
  if (first === undefined || (chosen.size < 2 && !narrow) || (narrow && canvas.panel.value)) return null;
  return (
    <div class="bld-selection" role="toolbar" aria-label={messages.selectedMany({ count: chosen.size })}>
      <span>{messages.selectedMany({ count: chosen.size })}</span>
      {narrow ? (
        <>
          <IconButton icon="up" label={`${messages.move} ↑`} onClick={() => commands.movePhone(-1)} />
          <IconButton icon="down" label={`${messages.move} ↓`} onClick={() => commands.movePhone(1)} />
          <IconButton icon="taller" label={messages.taller} onClick={() => commands.resizeBy(0, 1)} />
          <IconButton icon="shorter" label={messages.shorter} onClick={() => commands.resizeBy(0, -1)} />
          <IconButton icon="edit" label={messages.edit} onClick={() => canvas.editItem(first)} />
        </>
      ) : (
        ALIGNMENTS.map(([alignment, glyph]) => (
          <IconButton
            key={alignment}
            icon={glyph}
            label={messages.arrange[alignment]}
            onClick={() => commands.align(alignment)}
          />
        ))
      )}
      <IconButton icon="copy" label={messages.duplicate} keys="Ctrl+D" onClick={commands.duplicate} />
      <IconButton icon="trash" label={messages.remove} keys="Delete" onClick={commands.remove} />
    </div>
  );
}
