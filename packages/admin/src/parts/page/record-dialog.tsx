import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { ComponentChildren, VNode } from 'preact';
import type { QueryResult } from '../../api/use-query.ts';
import { Trouble } from './trouble.tsx';

interface RecordDialogProps<T> {
  readonly query: Pick<QueryResult<T>, 'data' | 'error' | 'reload'>;
  readonly title: string;
  /** About as many as will come. */
  readonly lines: number;
  readonly onClose: () => void;
  readonly children: (record: T) => ComponentChildren;
}

/** A dialog for one record at the side of its list: loading, failed or loaded. */
export function RecordDialog<T>({ query, title, lines, onClose, children }: RecordDialogProps<T>): VNode {
  const { data: record, error, reload } = query;
  return (
    <Dialog title={title} onClose={onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!record && !error && <Skeleton lines={lines} />}
      {record && children(record)}
    </Dialog>
  );
}
