import type { ContentChange, ContentVersion } from '@inlay/content/content';
import type { Page } from '@inlay/protocol/pagination';
import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { Dialog } from '@inlay/ui/dialog';
import { EmptyState } from '@inlay/ui/empty-state';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Plural } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Moment } from '../../parts/moment.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { ChangeList } from './change-list.tsx';

interface VersionsDialogProps {
  readonly plural: Plural;
  readonly id: string;
  readonly published: number | null;
  readonly onRestore: (version: number) => void;
  readonly onClose: () => void;
}

/** What was published when and by whom, what differs from now, and the way back. */
export function VersionsDialog({ plural, id, published, onRestore, onClose }: VersionsDialogProps): VNode {
  const path = `${plural}/${encodeURIComponent(id)}`;
  const { data: page, error, reload } = useAnswer<Page<ContentVersion>>(`${path}/versions?limit=100`);
  const [open, setOpen] = useState<number>();
  return (
    <Dialog title="Versions" onClose={onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={4} />}
      {page?.data.length === 0 && (
        <EmptyState title="No version yet">
          <p>Each time it is published, a version is kept here.</p>
        </EmptyState>
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
              <Button variant="ghost" onClick={() => setOpen(open === version ? undefined : version)}>
                {open === version ? 'Hide what differs' : 'What differs from now'}
              </Button>
              <Button variant="ghost" onClick={() => onRestore(version)}>
                Restore
              </Button>
            </div>
            {open === version && <Difference path={path} from={version} />}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function Difference({ path, from }: { readonly path: string; readonly from: number }): VNode {
  const { data, error, reload } = useAnswer<{ readonly changes: readonly ContentChange[] }>(
    `${path}/diff?from=${from}&to=draft`,
  );
  if (error) return <Trouble error={error} onRetry={reload} />;
  return data ? <ChangeList changes={data.changes} /> : <Skeleton lines={2} />;
}
