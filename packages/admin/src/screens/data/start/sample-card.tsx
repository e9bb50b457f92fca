import { SAMPLE_DATA } from '@inlay/content/sample-data';
import { Button } from '@inlay/ui/controls/button';
import { Card } from '@inlay/ui/layout/card';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import { invalidate } from '../../../api/query-cache.ts';
import { useMessages } from '../../../messages.ts';
import { useTask } from '../../../parts/form/use-task.ts';
import { Link } from '../../../parts/text/link.tsx';

/** Says that there is sample data, and removes it. */
export function SampleCard(): VNode {
  const t = useMessages('start').sample;
  const removing = useTask();
  const remove = () =>
    removing.run(async () => {
      await api.delete('/sample-data');
      for (const path of ['/apps', '/dashboards', '/datasets', '/files']) invalidate(path);
      showToast(t.removed);
    });
  return (
    <Card
      title={t.title}
      text={t.text}
      action={
        <div class="ui-row">
          <Link to={`/apps/${SAMPLE_DATA.app}/dashboards/${SAMPLE_DATA.dashboard}`} class="ui-button">
            {t.open}
          </Link>
          <Button busy={removing.busy} onClick={() => void remove()}>
            {t.remove}
          </Button>
        </div>
      }
    >
      {removing.error && <Notice tone="bad">{removing.error.message}</Notice>}
    </Card>
  );
}
