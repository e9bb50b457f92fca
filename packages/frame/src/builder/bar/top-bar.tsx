import { Button } from '@inlay/ui/button';
import { Icon } from '@inlay/ui/icon';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { StateBadge } from '../parts/state-badge.tsx';
import { textOfCode } from '../save/refusal-text.ts';
import type { Workbench } from '../workbench.ts';
import { Moves } from './moves.tsx';
import { People } from './people.tsx';

/** Where one is, what it is called, whether it is saved, and what may be done with the whole. */
export function TopBar({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const { dashboard } = opened.document.value;
  const edits = opened.editing.value;
  const whole = builder.allows('bar');
  return (
    <header class="bld-bar">
      {builder.allows('dashboards') ? (
        <button
          type="button"
          class="ui-icon-button"
          aria-label={words.dashboards}
          title={words.dashboards}
          onClick={builder.goHome}
        >
          <Icon name="back" />
        </button>
      ) : null}
      {whole ? <Title bench={bench} /> : null}
      {whole ? <StateBadge dashboard={dashboard} words={words} /> : null}
      {dashboard.may.edit && edits ? <SaveBadge bench={bench} /> : null}
      <span class="bld-space" />
      <People others={opened.others.value} words={words} />
      {edits ? <EditTools bench={bench} /> : null}
      {whole ? <Moves bench={bench} /> : null}
    </header>
  );
}

function Title({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const { title } = opened.editor.content.value;
  if (!opened.editing.value) return <h1 class="bld-title">{builder.reads(title)}</h1>;
  return (
    <h1 class="bld-heading">
      <input
        class="bld-title"
        aria-label={builder.words.value.title}
        dir="auto"
        maxLength={256}
        value={title}
        size={Math.max(6, Math.min(40, title.length))}
        onInput={(event) => {
          const next = event.currentTarget.value;
          if (next.trim() !== '') opened.editor.change((content) => ({ ...content, title: next }), 'title');
        }}
        onBlur={(event) => {
          event.currentTarget.value = opened.editor.content.value.title;
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </h1>
  );
}

function EditTools({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened, commands, panel } = bench;
  const words = builder.words.value;
  const adds = (['chart-editor', 'library', 'texts'] as const).find((part) => builder.allows(part));
  const tab = adds === 'library' ? 'library' : adds === 'texts' ? 'text' : 'ask';
  const isAdding = panel.value?.shows === 'add';
  return (
    <div class="bld-tools" role="toolbar" aria-label={words.edit}>
      <IconButton
        icon="undo"
        label={words.undo}
        keys="Ctrl+Z"
        disabled={!opened.editor.canUndo.value}
        onClick={commands.undo}
      />
      <IconButton
        icon="redo"
        label={words.redo}
        keys="Ctrl+Y"
        disabled={!opened.editor.canRedo.value}
        onClick={commands.redo}
      />
      <IconButton
        icon="phone"
        label={words.phoneOrder}
        class="bld-wide-only"
        pressed={panel.value?.shows === 'phone'}
        onClick={() => {
          panel.value = panel.value?.shows === 'phone' ? undefined : { shows: 'phone' };
        }}
      />
      {adds ? (
        <Button
          icon="add"
          pressed={isAdding}
          onClick={() => {
            panel.value = isAdding ? undefined : { shows: 'add', tab };
          }}
        >
          {words.add}
        </Button>
      ) : null}
    </div>
  );
}

/** Whether what one sees is on the server, said calmly and always. */
function SaveBadge({ bench }: { readonly bench: Workbench }): VNode {
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
