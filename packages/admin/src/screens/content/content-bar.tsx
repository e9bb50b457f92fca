import type { ContentFacts } from '@inlay/content/content';
import type { EmbedTarget } from '@inlay/content/embed';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/button';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { IconButton } from '@inlay/ui/icon-button';
import { openMenu } from '@inlay/ui/menu';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { embedsOfApp } from '../../api/common-queries.ts';
import type { ItemPlural } from '../../api/content.ts';
import { useQuery } from '../../api/use-query.ts';
import { Link } from '../../parts/link.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { navigate } from '../../router.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { ContentWork } from './use-content.ts';
import { VersionsDialog } from './versions-dialog.tsx';

interface ContentBarProps<T extends ContentFacts & { readonly title: string }> {
  readonly plural: ItemPlural;
  readonly one: 'tile' | 'story' | 'dashboard';
  readonly work: ContentWork<T>;
  /** What keeps it from being saved. */
  readonly blocked?: string | undefined;
}

type Open = 'publish' | 'return' | 'versions' | 'delete';

/** State, saving, review, publishing and history of one piece of content: the same for all kinds. */
export function ContentBar<T extends ContentFacts & { readonly title: string }>(
  props: ContentBarProps<T>,
): VNode | null {
  const { plural, one, work, blocked } = props;
  const [open, setOpen] = useState<Open>();
  const { shown, busy, isDirty, move, restore } = work;
  if (!shown) return null;
  const close = () => setOpen(undefined);
  const first = async (then: () => Promise<unknown>) => {
    if (isDirty && !(await work.save())) return;
    await then();
  };
  const publish = (comment: string) => {
    close();
    void first(() => move('publish', comment === '' ? {} : { comment }, 'Published. Viewers see it now.'));
  };
  const giveBack = (comment: string) => {
    close();
    void move('return', { comment }, 'Returned to its author.');
  };
  const remove = async () => {
    await api.delete(`/${plural}/{id}`, { path: { id: shown.id } });
    showToast(`The ${one} is deleted.`);
    navigate(`/apps/${encodeURIComponent(shown.appId)}?tab=${plural}`, { unasked: true });
  };
  const more = (button: HTMLButtonElement) =>
    openMenu(button, `More about this ${one}`, [
      { label: 'Versions', onChoose: () => setOpen('versions') },
      ...(shown.state === 'archived'
        ? [{ label: 'Bring back', onChoose: () => void move('unarchive', {}, 'It is back, as a draft.') }]
        : [
            {
              label: 'Archive',
              onChoose: () => void move('archive', {}, 'Archived. Viewers no longer see it.'),
            },
          ]),
      { label: 'Delete …', apart: true, onChoose: () => setOpen('delete') },
    ]);
  const canPublish = shown.state === 'draft' || shown.state === 'in-review' || isDirty;
  return (
    <>
      <StateBadge state={shown.state} />
      {isDirty && (
        <span role="status" class={blocked ? 'ui-field-error' : 'muted small'}>
          {blocked ?? 'Unsaved changes'}
        </span>
      )}
      {shown.state !== 'archived' && (
        <Button disabled={!isDirty || blocked !== undefined} busy={busy} onClick={() => void work.save()}>
          Save
        </Button>
      )}
      {shown.state === 'draft' && !isDirty && (
        <Button busy={busy} onClick={() => void move('submit', {}, 'Submitted for review.')}>
          Submit for review
        </Button>
      )}
      {shown.state === 'in-review' && <Button onClick={() => setOpen('return')}>Return …</Button>}
      {shown.state === 'published' && !isDirty && <EmbedLink kind={one} shown={shown} />}
      {canPublish && shown.state !== 'archived' && (
        <Button
          variant="primary"
          busy={busy}
          disabled={blocked !== undefined}
          onClick={() => setOpen('publish')}
        >
          Publish …
        </Button>
      )}
      <IconButton
        icon="more"
        label={`More about this ${one}`}
        opens="menu"
        onClick={(event) => more(event.currentTarget)}
      />
      {open === 'publish' && (
        <CommentDialog
          title={`Publish this ${one}?`}
          says="Viewers see this version from now on. The former one is kept under Versions."
          action="Publish"
          onDone={publish}
          onClose={close}
        />
      )}
      {open === 'return' && (
        <CommentDialog
          title={`Return this ${one}?`}
          says="It becomes a draft again. Say what has to change."
          action="Return"
          required
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
          title={`Delete “${titleOutline(shown.title)}”?`}
          action={`Delete the ${one}`}
          onConfirm={remove}
          onClose={close}
        >
          <p>It goes for good, with all its versions. To only take it from viewers, archive it.</p>
        </ConfirmDialog>
      )}
      {work.conflict && <ConflictDialog conflict={work.conflict} />}
    </>
  );
}

interface EmbedLinkProps {
  readonly kind: EmbedTarget['kind'];
  readonly shown: ContentFacts;
}

/** What to do with content that is published: give it an embed, or go to the one it has. */
function EmbedLink({ kind, shown: { id, appId } }: EmbedLinkProps): VNode | null {
  const { data } = useQuery(embedsOfApp(appId));
  if (!data) return null;
  const own = data.data.find(({ target }) => target.kind === kind && target.id === id);
  if (own)
    return (
      <Link to={`/embeds/${encodeURIComponent(own.id)}`} class="ui-button">
        Its embed
      </Link>
    );
  return (
    <Link to={`/embeds?new=${kind}&target=${encodeURIComponent(id)}`} class="ui-button ui-button-primary">
      Embed it
    </Link>
  );
}
