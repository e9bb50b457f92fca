import type { BuilderDashboard } from '@inlay/content/builder';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { type MenuItem, openMenu } from '@inlay/ui/overlays/menu';
import type { VNode } from 'preact';
import { isNarrow } from '../canvas/is-narrow.ts';
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
  const main = mainTransition(may);
  // Reviewers can decide without editing first.
  const awaitsMe = main === 'publish' && state === 'in-review';
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
          class="bld-wide-only"
          opens="dialog"
          onClick={() => show(<ShareDialog canvas={canvas} />)}
        />
      ) : null}
      {menuItems(canvas, show).length > 0 ? (
        <IconButton
          icon="more"
          label={messages.more}
          opens="menu"
          onClick={({ currentTarget: button }) => openMenu(button, messages.more, menuItems(canvas, show))}
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

const mainTransition = ({ publish, submit }: BuilderDashboard['may']) =>
  publish ? 'publish' : submit ? 'submit' : undefined;

/** The actions that are less frequent, and those that the bar of a phone has no room for. */
function menuItems(canvas: CanvasContext, show: (dialog: VNode) => void): readonly MenuItem[] {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const { dashboard, side } = opened.document.value;
  const { may } = dashboard;
  const reviews = builder.allows('review');
  const isStored = wasStored(dashboard);
  const phone = isNarrow() && opened.editing.value;
  return [
    ...(phone ? [{ label: messages.redo, onChoose: canvas.commands.redo }] : []),
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
    ...(phone && may.share && builder.allows('sharing')
      ? [{ label: messages.share, onChoose: () => show(<ShareDialog canvas={canvas} />) }]
      : []),
    ...(reviews ? (['publish', 'groups', 'submit', 'return'] as const) : [])
      .filter((each) => may[each] && (each !== mainTransition(may) || phone))
      .map((each) => ({
        label: messages[each === 'return' ? 'giveBack' : each === 'groups' ? 'changeGroups' : each],
        onChoose: () => show(<TransitionDialog canvas={canvas} transition={each} />),
      })),
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
