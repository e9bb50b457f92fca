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
      <Sketch />
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

/** An outline of a dashboard. */
function Sketch(): VNode {
  return (
    <svg class="bld-sketch" viewBox="0 0 240 96" width="240" height="96" aria-hidden="true">
      <rect x="1" y="1" width="74" height="36" rx="6" />
      <rect x="83" y="1" width="74" height="36" rx="6" />
      <rect x="165" y="1" width="74" height="36" rx="6" />
      <rect x="1" y="45" width="156" height="50" rx="6" />
      <rect x="165" y="45" width="74" height="50" rx="6" />
      <path d="M12 84 38 70l24 6 26-20 24 8 34-14" class="bld-sketch-line" />
      <path d="M12 16h18M94 16h18M176 16h18" class="bld-sketch-text" />
      <path d="M12 26h34M94 26h26M176 26h40" class="bld-sketch-bold" />
      <path d="M178 84V68M190 84V60M202 84V72M214 84V56M226 84V64" class="bld-sketch-bar" />
    </svg>
  );
}
