import type { ContentFacts } from '@inlay/content/content';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { contentPath } from '../../parts/content/content-path.ts';
import { TitleLinks } from '../../parts/content/title-links.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { unpublishedTiles } from './queries.ts';

const PublishDialog = lazy(async () => (await import('./publish-dialog.tsx')).PublishDialog, 0);

interface DraftTilesNoticeProps {
  readonly plural: 'stories' | 'dashboards';
  readonly shown: ContentFacts;
  /** It has changes of its own to publish its tiles with. */
  readonly isDirty: boolean;
}

/** Names the tiles of a story or dashboard that viewers see in an earlier version, or not at all. */
export function DraftTilesNotice({ plural, shown, isDirty }: DraftTilesNoticeProps): VNode | null {
  const { publish: t } = useMessages('content').shared;
  const { count } = useMessages('content').apps.items;
  const { data, reload } = useQuery(unpublishedTiles(plural, shown.id));
  const [isOpen, setOpen] = useState(false);
  const tiles = data?.tiles ?? [];
  const fresh = tiles.filter(({ publishedVersion }) => publishedVersion === null);
  const changed = tiles.filter(({ publishedVersion }) => publishedVersion !== null);
  const titles = (some: typeof tiles) => (
    <TitleLinks items={some.map((tile) => ({ title: tile.title, to: contentPath(tile) }))} />
  );
  return (
    <>
      {fresh.length > 0 && (
        <Notice tone="warning">
          <p>
            <Rich
              text={(parts) => t.newInUse({ count: fresh.length, ...parts })}
              parts={{ titles: titles(fresh) }}
            />
          </p>
        </Notice>
      )}
      {changed.length > 0 && (
        <Notice tone="neutral">
          <p>
            <Rich
              text={(parts) => t.changedInUse({ count: changed.length, ...parts })}
              parts={{ titles: titles(changed) }}
            />
          </p>
          {shown.state === 'published' && !isDirty && (
            <Button onClick={() => setOpen(true)}>{t.publishChanges}</Button>
          )}
        </Notice>
      )}
      {isOpen && (
        <PublishDialog
          appId={shown.appId}
          items={changed.map((tile) => ({ ...tile, kind: 'tile' as const }))}
          of={count.tiles}
          onPublished={() => {
            setOpen(false);
            reload();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
