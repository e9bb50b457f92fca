import { TransitionCommentSchema } from '@inlay/content/content';
import type { PublishTogether, RefusedItem, UnpublishedTile } from '@inlay/content/publish-together';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { invalidate } from '../../api/query-cache.ts';
import { useMessages } from '../../messages.ts';
import { contentPath } from '../../parts/content/content-path.ts';
import { RefusedList } from '../../parts/content/refused-list.tsx';
import { TitleList } from '../../parts/content/title-list.tsx';
import { DialogForm } from '../../parts/form/dialog-form.tsx';
import type { CountMessage } from '../../parts/list/list-pager.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Link } from '../../parts/text/link.tsx';
import { me } from '../../session/session.ts';
import { useUnpublished } from './use-unpublished.ts';

export interface PublishItem {
  readonly kind: 'tile' | 'story' | 'dashboard';
  readonly id: string;
  readonly title: string;
  readonly revision: number | null;
}

interface PublishDialogProps {
  readonly appId: string;
  readonly items: readonly PublishItem[];
  /** Counts them, if they were selected in a list. One item on its own screen is not listed. */
  readonly of?: CountMessage;
  /** Publishes the one item without tiles. */
  readonly onAlone?: (comment: string) => void;
  readonly onPublished: () => void;
  readonly onClose: () => void;
}

/** Publishes content with the tiles that belong to it, in one transaction, and lists all of it before. */
export function PublishDialog(props: PublishDialogProps): VNode {
  const { items, of, onClose } = props;
  const { status, publish: t } = useMessages('content').shared;
  const { tiles, error, retry } = useUnpublished(items);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const chosen = tiles?.filter(({ id }) => !without.has(id)) ?? [];
  const count = chosen.length;
  const [first] = items;
  const what = of?.({ count: items.length });
  const titleOfOne = () => {
    if (!first || first.kind === 'tile' || count === 0) return status.publishTitle[first?.kind ?? 'tile'];
    return t.withTiles[first.kind]({ count });
  };
  const title =
    what === undefined ? titleOfOne() : count === 0 ? t.many({ what }) : t.manyWithTiles({ what, count });
  return (
    <Dialog title={title} onClose={onClose}>
      {error && <Trouble error={error} onRetry={retry} />}
      {!tiles && !error && (
        <div role="status" aria-label={t.loading}>
          <Skeleton lines={2} />
        </div>
      )}
      {tiles && (
        <PublishForm
          {...props}
          tiles={tiles}
          chosen={chosen}
          onChoose={({ id }, isChosen) => {
            const others = [...without].filter((other) => other !== id);
            setWithout(new Set(isChosen ? others : [...others, id]));
          }}
        />
      )}
    </Dialog>
  );
}

interface PublishFormProps extends PublishDialogProps {
  readonly tiles: readonly UnpublishedTile[];
  readonly chosen: readonly UnpublishedTile[];
  readonly onChoose: (tile: UnpublishedTile, isChosen: boolean) => void;
}

function PublishForm(props: PublishFormProps): VNode {
  const { appId, items, of, tiles, chosen, onChoose, onAlone, onPublished, onClose } = props;
  const { status, publish: t } = useMessages('content').shared;
  const [refused, setRefused] = useState<readonly RefusedItem[]>([]);
  const all = [...items, ...chosen.map((tile) => ({ ...tile, kind: 'tile' as const }))];
  const isRefused = ({ kind, id }: { readonly kind: string; readonly id: string }) =>
    refused.some((item) => item.kind === kind && item.id === id);
  const left = all.filter((item) => !isRefused(item));
  const form = useForm({
    schema: TransitionCommentSchema,
    initial: {},
    save: async ({ comment = '' }) => {
      const text = comment.trim();
      if (onAlone && all.length === 1) return onAlone(text);
      const sent = left.length > 0 ? left : all;
      const problems = await publishContent(appId, {
        items: sent.map(({ kind, id, revision }) => ({
          kind,
          id,
          ...(revision === null ? {} : { revision }),
        })),
        ...(text === '' ? {} : { comment: text }),
      });
      setRefused(problems);
      if (problems.length > 0) return;
      showToast(t.done({ what: (of && chosen.length === 0 ? of : t.items)({ count: sent.length }) }));
      onPublished();
    },
  });
  const fresh = tiles.filter(({ publishedVersion }) => publishedVersion === null);
  const changed = tiles.filter(({ publishedVersion }) => publishedVersion !== null);
  return (
    <DialogForm
      form={form}
      action={refused.length > 0 && left.length > 0 ? t.rest({ count: left.length }) : status.publishAction}
      onClose={onClose}
    >
      {of && <TitleList titles={items.map(({ title }) => title)} more={t.more} />}
      {fresh.length > 0 && (
        <div>
          <p>{t.newTiles({ count: fresh.length })}</p>
          <ul class="titles">
            {fresh.map((tile) => (
              <li key={tile.id}>
                <Link to={contentPath(tile)}>{tile.title}</Link>
                <TileFacts tile={tile} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {changed.length > 0 && (
        <fieldset class="changed-tiles">
          <legend>{t.changedTiles}</legend>
          {changed.map((tile) => (
            <Checkbox
              key={tile.id}
              label={tile.title}
              hint={<TileFacts tile={tile} />}
              checked={chosen.includes(tile)}
              onChange={(isChosen) => onChoose(tile, isChosen)}
            />
          ))}
        </fieldset>
      )}
      <p>{status.publishHint}</p>
      <TextField {...form.field('comment', { label: status.comment })} lines={2} optional />
      {refused.length > 0 && (
        <Notice tone="bad" title={t.refused}>
          <RefusedList
            refused={refused.map((item) => ({ title: item.title, to: contentPath(item), problem: item }))}
          />
          <p>{(left.length > 0 ? t.refusedHint : t.refusedAll)({ count: refused.length })}</p>
        </Notice>
      )}
    </DialogForm>
  );
}

/** What helps to decide: what viewers see now, and whose work it is. */
function TileFacts({ tile }: { readonly tile: UnpublishedTile }): VNode | null {
  const { publish: t } = useMessages('content').shared;
  const { liveVersion } = useMessages('content').apps.items;
  const { status } = useMessages('admin');
  const { state, publishedVersion, updatedBy } = tile;
  const facts = [
    ...(publishedVersion === null ? [] : [liveVersion({ version: publishedVersion })]),
    ...(state === 'in-review' ? [status.inReview] : []),
    ...(updatedBy === null || updatedBy === me.value?.username ? [] : [t.changedBy({ who: updatedBy })]),
  ];
  return facts.length > 0 ? <span class="ui-small ui-muted">{facts.join(' · ')}</span> : null;
}

/** Publishes all items or none; returns those that were refused. */
async function publishContent(appId: string, request: PublishTogether): Promise<readonly RefusedItem[]> {
  try {
    await api.post('/apps/{id}/publish', { path: { id: appId }, body: request });
  } catch (error) {
    const { refused } = (error instanceof ApiError ? (error.details ?? {}) : {}) as {
      readonly refused?: readonly RefusedItem[];
    };
    if (!refused) throw error;
    return refused;
  }
  for (const path of ['/tiles', '/stories', '/dashboards']) invalidate(path);
  return [];
}
