import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ItemPlural } from '../../api/content.ts';
import { query } from '../../api/query.ts';
import { useQuery } from '../../api/use-query.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
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
    <Dialog title="Versions" onClose={onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={4} />}
      {page?.data.length === 0 && (
        <Empty title="No version yet">
          <p>Each time it is published, a version is kept here.</p>
        </Empty>
      )}
      <ol class="versions">
        {page?.data.map(({ version, author, at, comment }) => (
          <li key={version} class="stack-tight">
            <div class="row">
              <strong>Version {version}</strong>
              {version === published && <Badge tone="good">Published</Badge>}
              <span class="muted small">
                {author ?? 'The operator'}, <Moment at={at} />
              </span>
            </div>
            {comment && <p class="small">{comment}</p>}
            <div class="row">
              <Button kind="quiet" onPress={() => setOpen(open === version ? undefined : version)}>
                {open === version ? 'Hide what differs' : 'What differs from now'}
              </Button>
              <Button kind="quiet" onPress={() => onRestore(version)}>
                Restore
              </Button>
            </div>
            {open === version && <Difference plural={plural} id={id} from={version} />}
          </li>
        ))}
      </ol>
    </Dialog>
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
