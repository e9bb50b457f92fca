import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useSnapshot } from '../../../api/use-snapshot.ts';
import { Changeable } from '../../../parts/form/changeable.tsx';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { reportSettings } from '../queries.ts';
import { ReportPage } from '../report-page.tsx';
import { ReportSettingsForm } from './report-settings-form.tsx';

/** Under whose rights reports are sent, to whom, and how often. */
export function ReportSettingsScreen(): VNode {
  const query = useSnapshot(reportSettings);
  const { data: settings, error, reload } = query;
  return (
    <ReportPage tab="settings">
      {error && <Trouble error={error} onRetry={reload} />}
      {!settings && !error && <Skeleton lines={8} />}
      {settings && (
        <Changeable needs="settings:write">
          <ReportSettingsForm settings={settings} query={query} />
        </Changeable>
      )}
    </ReportPage>
  );
}
