import { Button } from '@inlay/ui/button';
import { newCondition } from '@inlay/ui/condition';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { NextContentStep } from '../../../parts/next-content-step.tsx';
import { navigate } from '../../../router.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { firstTile } from './queries.ts';

/** What viewers see of the dataset and what comes next, in one message: it is not ready while nobody sees a row. */
export function ViewersNotice({ dataset, form }: Pick<DatasetTabProps, 'dataset' | 'form'>): VNode | null {
  const t = useMessages('data').dataset.viewers;
  const { segmented, rowRules, groupRules, columns } = form.values;
  const isFirst = useQuery(firstTile).data?.meta.total === 0;
  const count = rowRules.length + groupRules.length;
  const { name } = dataset;
  const rows = `/datasets/${encodeURIComponent(dataset.id)}/rows`;
  if (segmented && count === 0) {
    const decide = (change: Parameters<typeof form.set>[0]) => {
      form.set(change);
      navigate(rows, { keeps: true });
    };
    return (
      <Notice tone="warning" title={t.noAccess({ name })}>
        <p>{t.noAccessHint}</p>
        <div class="ui-row">
          <Button onClick={() => decide({ rowRules: [newCondition(columns)] })}>{t.addRule}</Button>
          <Button onClick={() => decide({ segmented: false })}>{t.allowAll}</Button>
        </div>
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
