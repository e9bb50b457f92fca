import type { VNode } from 'preact';
import { textOfCode } from '../save/refusal-text.ts';
import type { Workbench } from '../workbench.ts';

/** Whether what one sees is on the server, said calmly and always. */
export function SaveBadge({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const state = opened.save.value;
  const said = {
    saved: words.saved,
    dirty: words.unsaved,
    saving: words.saving,
    offline: words.offlineState,
    expired: words.expiredState,
    conflict: words.conflictState,
    refused: words.refusedState,
  }[state.is];
  const troubled = ['offline', 'expired', 'conflict', 'refused'].includes(state.is);
  const hint =
    state.is === 'refused'
      ? textOfCode(state.code, words)
      : troubled && !builder.drafts.lasting
        ? words.memoryOnly
        : undefined;
  return (
    <span class="bld-save" data-save={state.is} role={troubled ? 'alert' : undefined} title={hint ?? said}>
      <i aria-hidden="true" />
      <span>{said}</span>
      {hint ? <span class="bld-save-hint">{hint}</span> : null}
      {state.is === 'offline' || state.is === 'refused' ? (
        <button type="button" class="bld-link" onClick={() => void opened.autosave.flush()}>
          {words.retry}
        </button>
      ) : null}
    </span>
  );
}
