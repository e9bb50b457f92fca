import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { tenantSettings } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';

export function SettingsScreen(): VNode {
  const t = useMessages('tenant').settings;
  const { data: settings, error, reload, replace } = useSnapshot(tenantSettings);
  return (
    <Screen title={t.title} intro={t.intro} writes="settings:write">
      {error && <Trouble error={error} onRetry={reload} />}
      {!settings && !error && <Skeleton lines={6} />}
      {settings && <SettingsForm settings={settings} onSaved={replace} />}
    </Screen>
  );
}
