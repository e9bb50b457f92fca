import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { type MenuItem, openMenu } from '@inlay/ui/overlays/menu';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { wasStored } from '../dashboards.ts';
import { RemovalDialog, ShareDialog, TransitionDialog, VersionsDialog } from '../dialogs/lazy-dialogs.tsx';
import { isUnsaved } from '../save/autosave.ts';

/** Actions on the whole dashboard: copy, share, submit, publish, delete, and switching between viewing and editing. */
export function DashboardActions({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const { dashboard } = opened.document.value;
  const { may, state } = dashboard;
  const edits = opened.editing.value;
  const reviews = builder.allows('review');
  const show = (content: VNode) => {
    builder.dialog.value = content;
  };
  const main = may.publish ? 'publish' : may.submit ? 'submit' : undefined;
  // Reviewers can decide without editing first.
  const awaitsMe = main === 'publish' && state === 'in-review';
  const items = menuItems(canvas, show);
  return (
    <div class="bld-tools">
      {may.copy ? (
        <Button
          icon="copy"
          variant={!may.edit ? 'primary' : 'secondary'}
          onClick={() => void builder.attempt(() => builder.dashboards.transition('copy'))}
        >
          {messages.makeCopy}
        </Button>
      ) : null}
      {may.share && builder.allows('sharing') ? (
        <IconButton
          icon="share"
          label={messages.share}
          opens="dialog"
          onClick={() => show(<ShareDialog canvas={canvas} />)}
        />
      ) : null}
      {items.length > 0 ? (
        <IconButton
          icon="more"
          label={messages.more}
          opens="menu"
          onClick={({ currentTarget: button }) => openMenu(button, messages.more, items)}
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
          {messages.edit}
        </Button>
      ) : null}
      {edits ? (
        <Button
          icon="check"
          onClick={() => {
            // Nothing was added to a new dashboard.
            if (!wasStored(dashboard) && !isUnsaved(opened.save.value)) return builder.dashboards.goHome();
            opened.editor.select([]);
            canvas.panel.value = undefined;
            void opened.autosave.flush();
            opened.editing.value = false;
          }}
        >
          {messages.done}
        </Button>
      ) : null}
      {main && reviews && (edits || !may.edit || awaitsMe) ? (
        <Button
          variant="primary"
          onClick={() => show(<TransitionDialog canvas={canvas} transition={main} />)}
        >
          {messages[main]}
        </Button>
      ) : null}
    </div>
  );
}

/** The actions that are less frequent. */
function menuItems(canvas: CanvasContext, show: (dialog: VNode) => void): readonly MenuItem[] {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const { dashboard, side } = opened.document.value;
  const { may } = dashboard;
  const reviews = builder.allows('review');
  const isStored = wasStored(dashboard);
  return [
    ...(opened.editing.value
      ? [
          {
            label: messages.tabs,
            onChoose: () => {
              canvas.panel.value = { shows: 'tabs' };
            },
          },
        ]
      : []),
    ...(may.publish && may.submit && reviews
      ? [
          {
            label: messages.submit,
            onChoose: () => show(<TransitionDialog canvas={canvas} transition="submit" />),
          },
        ]
      : []),
    ...(may.return && reviews
      ? [
          {
            label: messages.giveBack,
            onChoose: () => show(<TransitionDialog canvas={canvas} transition="return" />),
          },
        ]
      : []),
    ...(isStored && builder.data.value.viewer.may.create && builder.allows('create')
      ? [
          {
            label: messages.duplicateDashboard,
            onChoose: () => void builder.attempt(() => builder.dashboards.create({ from: opened.id })),
          },
        ]
      : []),
    ...(isStored && side === 'working' && reviews
      ? [{ label: messages.versions, onChoose: () => show(<VersionsDialog canvas={canvas} />) }]
      : []),
    ...(may.delete
      ? [
          {
            label: messages.deleteDashboard,
            apart: true,
            onChoose: () => show(<RemovalDialog canvas={canvas} action="delete" />),
          },
        ]
      : []),
  ];
}
