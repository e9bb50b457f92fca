import { Button } from '@inlay/ui/button';
import { IconButton } from '@inlay/ui/icon-button';
import { type MenuItem, openMenu } from '@inlay/ui/menu';
import type { VNode } from 'preact';
import { MoveDialog } from '../dialogs/move-dialog.tsx';
import { RemovalDialog } from '../dialogs/removal-dialog.tsx';
import { ShareDialog } from '../dialogs/share-dialog.tsx';
import { VersionsDialog } from '../dialogs/versions-dialog.tsx';
import type { Workbench } from '../workbench.ts';

/** What becomes of the whole: copied, shared, handed on, published, removed; and whether it is read or edited. */
export function Moves({ bench }: { readonly bench: Workbench }): VNode {
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
    ...(opened.document.value.side === 'working' && reviews
      ? [{ label: words.versions, onChoose: () => show(<VersionsDialog bench={bench} />) }]
      : []),
    ...(may.delete
      ? [
          {
            label: words.deleteDashboard,
            apart: true,
            onChoose: () => show(<RemovalDialog bench={bench} does="delete" />),
          },
        ]
      : []),
  ];
  return (
    <div class="bld-tools">
      {may.copy ? (
        <Button
          icon="copy"
          variant={!may.edit ? 'primary' : 'secondary'}
          onClick={() => void builder.attempt(() => builder.move('copy'))}
        >
          {words.makeCopy}
        </Button>
      ) : null}
      {may.share && builder.allows('sharing') ? (
        <IconButton
          icon="share"
          label={words.share}
          opens="dialog"
          onClick={() => show(<ShareDialog bench={bench} />)}
        />
      ) : null}
      {items.length > 0 ? (
        <IconButton
          icon="more"
          label={words.more}
          opens="menu"
          onClick={({ currentTarget: button }) => openMenu(button, words.more, items)}
        />
      ) : null}
      {may.edit && !edits && builder.allows('edit') ? (
        <Button
          icon="edit"
          variant={!awaitsMe ? 'primary' : 'secondary'}
          onClick={() => {
            opened.version.value = undefined;
            opened.editing.value = true;
          }}
        >
          {words.edit}
        </Button>
      ) : null}
      {edits ? (
        <Button
          icon="check"
          onClick={() => {
            opened.editor.select([]);
            bench.panel.value = undefined;
            void opened.autosave.flush();
            opened.editing.value = false;
          }}
        >
          {words.done}
        </Button>
      ) : null}
      {main && reviews && (edits || !may.edit || awaitsMe) ? (
        <Button variant="primary" onClick={() => show(<MoveDialog bench={bench} move={main} />)}>
          {words[main]}
        </Button>
      ) : null}
    </div>
  );
}
