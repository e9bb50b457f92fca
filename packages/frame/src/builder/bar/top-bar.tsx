import { type MenuItem, openMenu } from '@inlay/ui/menu';
import type { VNode } from 'preact';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { MoveDialog } from '../dialogs/move-dialog.tsx';
import { ShareDialog } from '../dialogs/share-dialog.tsx';
import { VersionsDialog } from '../dialogs/versions-dialog.tsx';
import { Badge } from '../parts/badge.tsx';
import { Glyph } from '../parts/glyph.tsx';
import { ToolButton } from '../parts/tool-button.tsx';
import type { Workbench } from '../workbench.ts';
import { People } from './people.tsx';
import { SaveBadge } from './save-badge.tsx';

/** Where one is, what it is called, whether it is saved, and what may be done with the whole. */
export function TopBar({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const { dashboard } = opened.document.value;
  const edits = opened.editing.value;
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
          <Glyph name="back" />
        </button>
      ) : null}
      <Title bench={bench} />
      <Badge dashboard={dashboard} words={words} />
      {dashboard.may.edit && edits ? <SaveBadge bench={bench} /> : null}
      <span class="bld-space" />
      <People others={opened.others.value} words={words} />
      {edits ? <EditTools bench={bench} /> : null}
      <Moves bench={bench} />
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
      <ToolButton
        glyph="undo"
        label={words.undo}
        keys="Ctrl+Z"
        disabled={!opened.editor.canUndo.value}
        onPress={commands.undo}
      />
      <ToolButton
        glyph="redo"
        label={words.redo}
        keys="Ctrl+Y"
        disabled={!opened.editor.canRedo.value}
        onPress={commands.redo}
      />
      <ToolButton
        glyph="phone"
        label={words.phoneOrder}
        wideOnly
        pressed={panel.value?.shows === 'phone'}
        onPress={() => {
          panel.value = panel.value?.shows === 'phone' ? undefined : { shows: 'phone' };
        }}
      />
      {adds ? (
        <ToolButton
          glyph="add"
          label={words.add}
          wide
          pressed={isAdding}
          onPress={() => {
            panel.value = isAdding ? undefined : { shows: 'add', tab };
          }}
        />
      ) : null}
    </div>
  );
}

function Moves({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const { may, state } = opened.document.value.dashboard;
  const edits = opened.editing.value;
  const reviews = builder.allows('review');
  const show = (content: VNode) => {
    builder.dialog.value = content;
  };
  const main = may.publish ? 'publish' : may.submit ? 'submit' : undefined;
  // Whoever decides need not edit first.
  const awaitsMe = main === 'publish' && state === 'in-review';
  const items: readonly MenuItem[] = [
    ...(may.publish && may.submit && reviews
      ? [{ label: words.submit, onChoose: () => show(<MoveDialog bench={bench} move="submit" />) }]
      : []),
    ...(may.return && reviews
      ? [{ label: words.giveBack, onChoose: () => show(<MoveDialog bench={bench} move="return" />) }]
      : []),
    ...(builder.answer.value.viewer.may.create && builder.allows('create')
      ? [
          {
            label: words.duplicateDashboard,
            onChoose: () => void builder.attempt(() => builder.create({ from: opened.id })),
          },
        ]
      : []),
    ...(opened.document.value.side === 'working' && builder.allows('review')
      ? [{ label: words.versions, onChoose: () => show(<VersionsDialog bench={bench} />) }]
      : []),
    ...(may.delete
      ? [
          {
            label: words.deleteDashboard,
            apart: true,
            onChoose: () => show(<ConfirmDialog bench={bench} does="delete" />),
          },
        ]
      : []),
  ];
  return (
    <div class="bld-tools">
      {may.copy ? (
        <ToolButton
          glyph="copy"
          label={words.makeCopy}
          wide
          main={!may.edit}
          onPress={() => void builder.attempt(() => builder.move('copy'))}
        />
      ) : null}
      {may.share && builder.allows('sharing') ? (
        <ToolButton
          glyph="share"
          label={words.share}
          opens="dialog"
          onPress={() => show(<ShareDialog bench={bench} />)}
        />
      ) : null}
      {items.length > 0 ? (
        <ToolButton
          glyph="more"
          label={words.more}
          opens="menu"
          onPress={(button) => openMenu(button, words.more, items)}
        />
      ) : null}
      {may.edit && !edits && builder.allows('edit') ? (
        <ToolButton
          glyph="edit"
          label={words.edit}
          wide
          main={!awaitsMe}
          onPress={() => {
            opened.version.value = undefined;
            opened.editing.value = true;
          }}
        />
      ) : null}
      {edits ? (
        <ToolButton
          glyph="check"
          label={words.done}
          wide
          onPress={() => {
            opened.editor.select([]);
            bench.panel.value = undefined;
            void opened.autosave.flush();
            opened.editing.value = false;
          }}
        />
      ) : null}
      {main && reviews && (edits || !may.edit || awaitsMe) ? (
        <button
          type="button"
          class="ui-button ui-main"
          onClick={() => show(<MoveDialog bench={bench} move={main} />)}
        >
          {words[main]}
        </button>
      ) : null}
    </div>
  );
}
