import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { VersionsDialog as KitVersionsDialog } from '@inlay/ui/overlays/versions-dialog';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ItemPlural } from '../../api/content.ts';
import { query } from '../../api/query.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { ChangeList } from '../../parts/conflict/change-list.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Moment } from '../../parts/text/moment.tsx';

interface VersionsDialogProps {
  readonly plural: ItemPlural;
  readonly id: string;
  readonly published: number | null;
  readonly onRestore: (version: number) => void;
  readonly onClose: () => void;
}

/** The published versions, their differences from the current state, and restoring them. */
export function VersionsDialog({ plural, id, published, onRestore, onClose }: VersionsDialogProps): VNode {
  const {
    data: page,
    error,
    reload,
  } = useQuery(query(`/${plural}/{id}/versions`, { path: { id }, query: { limit: 100 } }));
  const t = useMessages('content').shared.versions;
  const [open, setOpen] = useState<number>();
  return (
    <KitVersionsDialog
      title={t.title}
      onClose={onClose}
      versions={(page?.data ?? []).map(({ version, author, at, comment }) => ({
        key: version,
        title: t.version({ version }),
        details: (
          <>
            {author ?? t.operator}, <Moment at={at} />
          </>
        ),
        comment,
        badges: version === published && <Badge tone="good">{t.published}</Badge>,
        children: (
          <>
            <div class="ui-row">
              <Button variant="ghost" onClick={() => setOpen(open === version ? undefined : version)}>
                {open === version ? t.hideChanges : t.compare}
              </Button>
              <Button variant="ghost" onClick={() => onRestore(version)}>
                {t.restore}
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
        <EmptyState title={t.noneTitle}>
          <p>{t.none}</p>
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
