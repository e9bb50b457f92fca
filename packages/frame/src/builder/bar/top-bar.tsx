import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { wasStored } from '../dashboards.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { isUnsaved } from '../save/autosave.ts';
import { textOfCode } from '../save/refusal.ts';
import { DashboardActions } from './dashboard-actions.tsx';
import { PresenceAvatars } from './presence-avatars.tsx';

/** The bar of an open dashboard: title, status, save state and actions. */
export function TopBar({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const { dashboard } = opened.document.value;
  const edits = opened.editing.value;
  const whole = builder.allows('bar');
  return (
    <header class="bld-bar">
      {builder.allows('dashboards') ? (
        <IconButton icon="back" label={messages.dashboards} onClick={builder.dashboards.goHome} />
      ) : null}
      {whole ? <Title canvas={canvas} /> : null}
      {whole ? <StateBadge dashboard={dashboard} messages={messages} /> : null}
      {dashboard.may.edit && edits && (wasStored(dashboard) || isUnsaved(opened.save.value)) ? (
        <SaveBadge canvas={canvas} />
      ) : null}
      <span class="bld-space" />
      <PresenceAvatars others={opened.others.value} messages={messages} />
      {edits ? <EditTools canvas={canvas} /> : null}
      {whole ? <DashboardActions canvas={canvas} /> : null}
    </header>
  );
}

function Title({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const { title } = opened.editor.content.value;
  if (!opened.editing.value) return <h1 class="bld-title">{builder.phrases.translate(title)}</h1>;
  return (
    <h1 class="bld-heading">
      <input
        class="bld-title"
        aria-label={builder.messages.value.title}
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

function EditTools({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened, commands, panel } = canvas;
  const messages = builder.messages.value;
  const adds = (['chart-editor', 'library', 'texts'] as const).find((part) => builder.allows(part));
  const tab = adds === 'library' ? 'library' : adds === 'texts' ? 'text' : 'ask';
  const isAdding = panel.value?.shows === 'add';
  return (
    <div class="bld-tools" role="toolbar" aria-label={messages.edit}>
      <IconButton
        icon="undo"
        label={messages.undo}
        keys="Ctrl+Z"
        disabled={!opened.editor.canUndo.value}
        onClick={commands.undo}
      />
      <IconButton
        icon="redo"
        label={messages.redo}
        class="bld-wide-only"
        keys="Ctrl+Y"
        disabled={!opened.editor.canRedo.value}
        onClick={commands.redo}
      />
      <IconButton
        icon="phone"
        label={messages.phoneOrder}
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
          {messages.add}
        </Button>
      ) : null}
    </div>
  );
}

/** Tells at any time whether the changes are saved. */
function SaveBadge({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const state = opened.save.value;
  const said = {
    saved: messages.saved,
    dirty: messages.unsaved,
    saving: messages.saving,
    offline: messages.offlineState,
    expired: messages.expiredState,
    conflict: messages.conflictState,
    refused: messages.refusedState,
  }[state.is];
  const troubled = ['offline', 'expired', 'conflict', 'refused'].includes(state.is);
  const hint =
    state.is === 'refused'
      ? textOfCode(state.code, messages)
      : troubled && !builder.dashboards.drafts.lasting
        ? messages.memoryOnly
        : undefined;
  return (
    <span class="bld-save" data-save={state.is} role={troubled ? 'alert' : undefined} title={hint ?? said}>
      <i aria-hidden="true" />
      <span>{said}</span>
      {hint ? <span class="bld-save-hint">{hint}</span> : null}
      {state.is === 'offline' || state.is === 'refused' ? (
        <button type="button" class="bld-link" onClick={() => void opened.autosave.flush()}>
          {messages.retry}
        </button>
      ) : null}
    </span>
  );
}
