import type { VNode } from 'preact';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { tenantSettings } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';

/** Defaults for viewers, and where links may lead. */
export function SettingsScreen(): VNode {
  const answer = useSnapshot(tenantSettings);
  const { data: settings, error, reload, replace } = answer;
  return (
    <Screen
      title="Settings"
      intro="How embeds count days and write values for viewers of whom nothing else is known, and where links may lead. This app itself stays English, in your own time."
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!settings && !error && <Skeleton lines={6} />}
      {settings && <SettingsForm settings={settings} onSaved={replace} />}
    </Screen>
  );
}
