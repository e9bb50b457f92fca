import type { DatasetDto } from '@inlay/protocol/dataset-api';
import { api } from '../../../../api/api.ts';
import { useMessages } from '../../../../messages.ts';
import type { BulkAction } from '../../../../parts/bulk/bulk-bar.tsx';
import { BulkDialog } from '../../../../parts/bulk/lazy-bulk-dialog.ts';

/** What can be done with several datasets. */
export function useBulkDatasetActions(): readonly BulkAction<DatasetDto>[] {
  const bulk = useMessages('bulk');
  const { count, deleteManyHint } = useMessages('data').datasets;
  const bulkItem = ({ id, name }: DatasetDto) => ({
    title: name,
    to: `/datasets/${encodeURIComponent(id)}`,
    send: () => api.delete('/datasets/{id}', { path: { id } }),
  });
  return [
    {
      label: bulk.delete.button,
      isDangerous: true,
      dialog: (datasets, close) => (
        <BulkDialog
          verb="delete"
          items={datasets.map(bulkItem)}
          of={count}
          hint={deleteManyHint}
          onClose={close}
        />
      ),
    },
  ];
}
