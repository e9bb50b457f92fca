import { Icon, type IconName } from '@inlay/ui/controls/icon';
import type { VNode } from 'preact';
import type { CanvasContext, Panel } from '../canvas-context.ts';

/** The empty state: ways to add the first item. */
export function EmptyCanvas({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened, panel } = canvas;
  const messages = builder.messages.value;
  if (!opened.editing.value)
    return (
      <div class="bld-empty">
        <p>{messages.viewEmpty}</p>
      </div>
    );
  const way = (glyph: IconName, label: string, hint: string, next: Panel) => (
    <button
      type="button"
      class="bld-way"
      onClick={() => {
        panel.value = next;
      }}
    >
      <Icon name={glyph} />
      <strong>{label}</strong>
      <span>{hint}</span>
    </button>
  );
  return (
    <div class="bld-empty">
      <h2>{messages.teachTitle}</h2>
      <p>{messages.teachHint}</p>
      <div class="bld-ways">
        {builder.allows('chart-editor')
          ? way('chart', messages.askTitle, messages.askHint, { shows: 'add', tab: 'ask' })
          : null}
        {builder.allows('library')
          ? way('library', messages.library, messages.libraryHint, { shows: 'add', tab: 'library' })
          : null}
        {builder.allows('texts')
          ? way('text', messages.text, messages.textHint, { shows: 'add', tab: 'text' })
          : null}
      </div>
    </div>
  );
}
