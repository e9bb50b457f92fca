import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { isOwner } from '../../session/can.ts';
import { FailuresSection } from './failures-section.tsx';
import { MailForm } from './mail-form.tsx';
import { mailSettings } from './queries.ts';
import { StateSection } from './state-section.tsx';

/** Who sends the tenant's emails, whether that works, and what could not be sent. */
export function EmailScreen(): VNode {
  const t = useMessages('tenant').mail;
  const { data, error, reload, replace } = useSnapshot(mailSettings);
  const [isDirty, setDirty] = useState(false);
  return (
    <Screen title={t.title} intro={t.intro} writes="settings:write">
      {error && <Trouble error={error} onRetry={reload} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <div class="ui-stack">
          <StateSection settings={data} isDirty={isDirty} onTested={reload} />
          {!isOwner() && <Notice tone="neutral">{t.ownersOnly}</Notice>}
          <fieldset class="read-only" disabled={!isOwner()}>
            <MailForm settings={data} onSaved={replace} onDirty={setDirty} />
          </fieldset>
          <FailuresSection failures={data.failures} />
        </div>
      )}
    </Screen>
  );
}
