import { type ContentFacts, TransitionCommentSchema } from '@inlay/content/content';
import type { EmbedTarget } from '@inlay/content/embed';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import { openMenu } from '@inlay/ui/overlays/menu';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { embedsOf } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { ConflictDialog } from '../../parts/conflict/lazy-conflict-dialog.ts';
import { StateBadge } from '../../parts/content/state-badge.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { describeError } from '../../parts/text/describe-error.tsx';
import { Link } from '../../parts/text/link.tsx';
import { navigate } from '../../router.ts';
import { PublishDialog } from './publish-dialog.tsx';
import type { ContentEditor } from './use-content-editor.ts';
import { VersionsDialog } from './versions-dialog.tsx';

type Titled = ContentFacts & { readonly title: string };

type Open = 'publish' | 'return' | 'versions' | 'delete';

/** Status, saving, review, publishing and versions of a tile, story or dashboard. */
export function ContentBar<T extends Titled>({
  editor,
}: {
  readonly editor: ContentEditor<T>;
}): VNode | null {
  const { status: t, versions } = useMessages('content').shared;
  const [open, setOpen] = useState<Open>();
  const { kind, shown, busy, isDirty, blocked, move } = editor;
  const { one } = kind;
  if (!shown) return null;
  const close = () => setOpen(undefined);
  // Saved first, so that the dialog lists the tiles of what is published.
  const askToPublish = async () => {
    if (!isDirty || (await editor.save())) setOpen('publish');
  };
  const more = (button: HTMLButtonElement) =>
    openMenu(button, t.more[one], [
      { label: versions.title, onChoose: () => setOpen('versions') },
      ...(shown.state === 'archived'
        ? [{ label: t.unarchive, onChoose: () => void move('unarchive', {}, t.unarchived) }]
        : [
            {
              label: t.archive,
              onChoose: () => void move('archive', {}, t.archived),
            },
          ]),
      { label: t.delete, apart: true, onChoose: () => setOpen('delete') },
    ]);
  const canPublish = shown.state === 'draft' || shown.state === 'in-review' || isDirty;
  return (
    <>
      <StateBadge state={shown.state} />
      {isDirty && (
        <span role="status" class={blocked ? 'ui-field-error' : 'ui-muted ui-small'}>
          {blocked ?? t.unsaved}
        </span>
      )}
      {shown.state !== 'archived' && (
        <Button disabled={!isDirty || blocked !== undefined} busy={busy} onClick={() => void editor.save()}>
          {t.save}
        </Button>
      )}
      {shown.state === 'draft' && !isDirty && (
        <Button busy={busy} onClick={() => void move('submit', {}, t.submitted)}>
          {t.submit}
        </Button>
      )}
      {shown.state === 'in-review' && <Button onClick={() => setOpen('return')}>{t.return}</Button>}
      {shown.state === 'published' && !isDirty && <EmbedLink kind={one} shown={shown} />}
      {canPublish && shown.state !== 'archived' && (
        <Button
          variant="primary"
          busy={busy}
          disabled={blocked !== undefined}
          onClick={() => void askToPublish()}
        >
          {t.publish}
        </Button>
      )}
      <IconButton
        icon="more"
        label={t.more[one]}
        opens="menu"
        onClick={(event) => more(event.currentTarget)}
      />
      {open && <ContentDialog editor={editor} shown={shown} open={open} onClose={close} />}
      {editor.conflict && <ConflictDialog conflict={editor.conflict} />}
    </>
  );
}

interface ContentDialogProps<T extends Titled> {
  readonly editor: ContentEditor<T>;
  readonly shown: T;
  readonly open: Open;
  readonly onClose: () => void;
}

function ContentDialog<T extends Titled>({
  editor,
  shown,
  open,
  onClose: close,
}: ContentDialogProps<T>): VNode {
  const { status: t } = useMessages('content').shared;
  const { move, restore } = editor;
  const { key: plural, one } = editor.kind;
  const publish = (comment: string) => {
    close();
    void move('publish', comment === '' ? {} : { comment }, t.published);
  };
  const giveBack = (comment: string) => {
    close();
    void move('return', { comment }, t.returned);
  };
  const remove = async () => {
    await api.delete(`/${plural}/{id}`, { path: { id: shown.id } });
    showToast(t.deleted[one]);
    navigate(`/apps/${encodeURIComponent(shown.appId)}?tab=${plural}`, { unasked: true });
  };
  return (
    <>
      {open === 'publish' && (
        <PublishDialog
          appId={shown.appId}
          items={[{ kind: one, id: shown.id, title: titleOutline(shown.title), revision: shown.revision }]}
          onAlone={publish}
          onPublished={() => {
            close();
            void editor.refetch();
          }}
          onClose={close}
        />
      )}
      {open === 'return' && (
        <CommentDialog
          title={t.returnTitle[one]}
          hint={t.returnHint}
          action={t.returnAction}
          onDone={giveBack}
          onClose={close}
        />
      )}
      {open === 'versions' && (
        <VersionsDialog
          plural={plural}
          id={shown.id}
          published={shown.publishedVersion}
          onClose={close}
          onRestore={(version) => {
            close();
            void restore(version);
          }}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t.deleteTitle({ title: titleOutline(shown.title) })}
          action={t.deleteAction[one]}
          onConfirm={remove}
          describe={describeError}
          onClose={close}
        >
          <p>{t.deleteHint}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface EmbedLinkProps {
  readonly kind: EmbedTarget['kind'];
  readonly shown: ContentFacts;
}

/** Opens the embed of published content, or creates one. */
function EmbedLink({ kind, shown: { id } }: EmbedLinkProps): VNode | null {
  const t = useMessages('content').shared.status;
  const { data } = useQuery(embedsOf(kind, id));
  if (!data) return null;
  const own = data.data.find(({ target }) => target.kind === kind && target.id === id);
  if (own)
    return (
      <Link to={`/embeds/${encodeURIComponent(own.id)}`} class="ui-button">
        {t.viewEmbed}
      </Link>
    );
  return (
    <Link to={`/embeds?new=${kind}&target=${encodeURIComponent(id)}`} class="ui-button ui-button-primary">
      {t.createEmbed}
    </Link>
  );
}

interface CommentDialogProps {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly onDone: (comment: string) => void;
  readonly onClose: () => void;
}

/** A status change with a comment. */
function CommentDialog({ title, hint, action, onDone, onClose }: CommentDialogProps): VNode {
  const t = useMessages('content').shared.status;
  return (
    <FormDialog
      title={title}
      action={action}
      onClose={onClose}
      useFields={() =>
        useForm({
          schema: TransitionCommentSchema,
          initial: {},
          save: async ({ comment = '' }) => onDone(comment.trim()),
        })
      }
    >
      {(form) => (
        <>
          <p>{hint}</p>
          <TextField {...form.field('comment', { required: true, label: t.comment })} lines={4} />
        </>
      )}
    </FormDialog>
  );
}
