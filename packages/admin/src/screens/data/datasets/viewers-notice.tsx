import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { NextContentStep } from '../../../parts/content/next-content-step.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { Rich } from '../../../parts/text/rich.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { firstTile } from './queries.ts';

interface ViewersNoticeProps extends Pick<DatasetTabProps, 'dataset' | 'form'> {
  /** The rules are below. */
  readonly isOnRows: boolean;
}

/** What viewers see of the dataset and what comes next, in one message: it is not ready while nobody sees a row. */
export function ViewersNotice({ dataset, form, isOnRows }: ViewersNoticeProps): VNode | null {
  const t = useMessages('data').dataset.viewers;
  const { segmented, rowRules, groupRules } = form.values;
  const isFirst = useQuery(firstTile).data?.meta.total === 0;
  const count = rowRules.length + groupRules.length;
  const { name } = dataset;
  if (segmented && count === 0) {
    const rules = (
      <Link to={`/datasets/${encodeURIComponent(dataset.id)}/rows`} keeps>
        {t.rules}
      </Link>
    );
    return (
      <Notice tone="warning" title={t.noAccess({ name })}>
        <p>{isOnRows ? t.noAccessHint : <Rich text={t.noAccessElsewhere} parts={{ rules }} />}</p>
      </Notice>
    );
  }
  if (!isFirst || form.isDirty) return null;
  return (
    <Notice tone="neutral" title={count > 0 ? t.byRules({ count }) : t.everyRow({ name })}>
      <NextContentStep />
    </Notice>
  );
}
