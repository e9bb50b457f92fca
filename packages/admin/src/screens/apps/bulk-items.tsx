import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import type { ItemKind, ShownItem } from '../../api/content.ts';
import { useMessages } from '../../messages.ts';
import { type BulkAction, BulkBar } from '../../parts/bulk/bulk-bar.tsx';
import { BulkDialog } from '../../parts/bulk/lazy-bulk-dialog.ts';
import type { Selection } from '../../parts/bulk/selection.tsx';
import { contentPath } from '../../parts/content/content-path.ts';
import { lazy } from '../../parts/page/lazy.tsx';

const PublishDialog = lazy(async () => (await import('../content/publish-dialog.tsx')).PublishDialog, 0);

interface BulkItemsProps {
  readonly kind: ItemKind;
  readonly app: string;
  readonly selection: Selection<ShownItem>;
}

/** What can be done with several tiles, stories or dashboards of an app. */
export function BulkItems({ kind, app, selection }: BulkItemsProps): VNode {
  return <BulkBar selection={selection} actions={useBulkActions(kind, app)} />;
}

function useBulkActions({ key, one }: ItemKind, appId: string): readonly BulkAction<ShownItem>[] {
  const bulk = useMessages('bulk');
  const of = useMessages('content').apps.items.count[key];
  const named = (item: ShownItem) => ({
    ...item,
    kind: one,
    title: titleOutline(item.title),
    to: contentPath({ ...item, kind: one }),
  });
  const move = (step: 'archive' | 'unarchive') => (item: ShownItem) =>
    api.post(`/${key}/{id}/${step}`, { path: { id: item.id }, body: {}, headers: ifMatch(item) });
  const remove = (item: ShownItem) =>
    api.delete(`/${key}/{id}`, { path: { id: item.id }, headers: ifMatch(item) });
  const each = (
    verb: 'archive' | 'restore' | 'delete',
    send: (item: ShownItem) => Promise<unknown>,
  ): Pick<BulkAction<ShownItem>, 'label' | 'dialog'> => ({
    label: bulk[verb].button,
    dialog: (items, close) => (
      <BulkDialog
        verb={verb}
        items={items.map((item) => ({ ...named(item), send: () => send(item) }))}
        of={of}
        onClose={close}
      />
    ),
  });
  return [
    {
      label: bulk.publish,
      applies: ({ state }) => state === 'draft' || state === 'in-review',
      dialog: (items, close) => (
        <PublishDialog
          appId={appId}
          items={items.map(named)}
          of={of}
          onPublished={() => close(true)}
          onClose={() => close(false)}
        />
      ),
    },
    { ...each('archive', move('archive')), applies: ({ state }) => state !== 'archived' },
    { ...each('restore', move('unarchive')), applies: ({ state }) => state === 'archived' },
    { ...each('delete', remove), isDangerous: true },
  ];
}

/** Somebody else's change since the list was loaded is not overwritten. */
const ifMatch = ({ revision }: ShownItem) => ({ 'if-match': revision === null ? '*' : `"${revision}"` });
