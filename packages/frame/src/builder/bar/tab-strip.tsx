import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';

/** The tabs of the dashboard on the canvas. */
export function TabStrip({ canvas }: { readonly canvas: CanvasContext }): VNode | null {
  const { builder, opened, panel } = canvas;
  const { editor, editing } = opened;
  const { tabs } = editor.content.value;
  const { tabs: label } = builder.messages.value;
  if (!tabs) return null;
  return (
    <fieldset class="bld-tabs" aria-label={label}>
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          dir="auto"
          aria-pressed={id === editor.tab.value}
          onClick={() => {
            editor.showTab(id);
            if (panel.value?.shows === 'item') panel.value = undefined;
          }}
        >
          {title}
        </button>
      ))}
      {editing.value ? (
        <IconButton
          icon="edit"
          label={label}
          onClick={() => {
            panel.value = { shows: 'tabs' };
          }}
        />
      ) : null}
    </fieldset>
  );
}
