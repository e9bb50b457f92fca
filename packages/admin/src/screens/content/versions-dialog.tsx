import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import { Skeleton } from '@inlay/ui/skeleton';
import { VersionsDialog as KitVersionsDialog } from '@inlay/ui/versions-dialog';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ItemPlural } from '../../api/content.ts';
import { query } from '../../api/query.ts';
import { useQuery } from '../../api/use-query.ts';
import { Moment } from '../../parts/moment.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { ChangeList } from './change-list.tsx';

interface VersionsDialogProps {
  readonly plural: ItemPlural;
  readonly id: string;
  readonly published: number | null;
  readonly onRestore: (version: number) => void;
  readonly onClose: () => void;
}

/** What was published when and by whom, what differs from now, and the way back. */
export function VersionsDialog({ plural, id, published, onRestore, onClose }: VersionsDialogProps): VNode {
  const {
    data: page,
    error,
    reload,
  } = useQuery(query(`/${plural}/{id}/versions`, { path: { id }, query: { limit: 100 } }));
  const [open, setOpen] = useState<number>();
  return (
    <KitVersionsDialog
      title="Versions"
      onClose={onClose}
      versions={(page?.data ?? []).map(({ version, author, at, comment }) => ({
        key: version,
        title: `Version ${version}`,
        details: (
          <>
            {author ?? 'The operator'}, <Moment at={at} />
          </>
        ),
        comment,
        badges: version === published && <Badge tone="good">Published</Badge>,
        children: (
          <>
            <div class="row">
              <Button variant="ghost" onClick={() => setOpen(open === version ? undefined : version)}>
                {open === version ? 'Hide what differs' : 'What differs from now'}
              </Button>
              <Button variant="ghost" onClick={() => onRestore(version)}>
                Restore
              </Button>
            </div>
            {open === version && <Difference plural={plural} id={id} from={version} />}
          </>
        ),
      }))}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={4} />}
      {page?.data.length === 0 && (
        <EmptyState title="No version yet">
          <p>Each time it is published, a version is kept here.</p>
        </EmptyState>
      )}
    </KitVersionsDialog>
  );
}

interface DifferenceProps {
  readonly plural: ItemPlural;
  readonly id: string;
  readonly from: number;
}

function Difference({ plural, id, from }: DifferenceProps): VNode {
  const { data, error, reload } = useQuery(
    query(`/${plural}/{id}/diff`, { path: { id }, query: { from: String(from), to: 'draft' } }),
  );
  if (error) return <Trouble error={error} onRetry={reload} />;
  return data ? <ChangeList changes={data.changes} /> : <Skeleton lines={2} />;
}
