import { titleOutline } from '@inlay/protocol/parse-narrative';
import { api } from '../../api/api.ts';
import type { ShownEmbed } from '../../api/content.ts';
import { useMessages } from '../../messages.ts';
import type { BulkAction } from '../../parts/bulk/bulk-bar.tsx';
import { BulkDialog } from '../../parts/bulk/lazy-bulk-dialog.ts';
import { contentPath } from '../../parts/content/content-path.ts';

/** What can be done with several embeds. They are always published. */
export function useBulkEmbedActions(): readonly BulkAction<ShownEmbed>[] {
  const bulk = useMessages('bulk');
  const { count, deleteManyHint } = useMessages('embeds');
  const bulkItem = ({ id, appId, title }: ShownEmbed) => ({
    title: titleOutline(title),
    to: contentPath({ kind: 'embed', id, appId }),
    send: () => api.delete('/embeds/{id}', { path: { id } }),
  });
  return [
    {
      label: bulk.delete.button,
      isDangerous: true,
      dialog: (embeds, close) => (
        <BulkDialog
          verb="delete"
          items={embeds.map(bulkItem)}
          of={count}
          hint={deleteManyHint}
          onClose={close}
        />
      ),
    },
  ];
}
