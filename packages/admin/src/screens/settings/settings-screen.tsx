import type { TenantSettings } from '@inlay/protocol/tenant-settings';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { type Answer, useAnswer } from '../../api/use-answer.ts';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Defaults for viewers, and where links may lead. */
export function SettingsScreen(): VNode {
  const answer: Answer<TenantSettings> = useAnswer<TenantSettings>('tenant-settings');
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
