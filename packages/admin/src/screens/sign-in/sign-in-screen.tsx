import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { PasswordsSection } from './passwords-section.tsx';
import { ProvidersSection } from './providers/providers-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Each section loads and saves what it shows by itself. */
export function SignInScreen(): VNode {
  const t = useMessages('access');
  return (
    <Screen title={t.title} intro={t.intro} writes="settings:write">
      <div class="ui-stack">
        <ProvidersSection />
        <PasswordsSection />
        <SecondFactorSection />
        <SessionsSection />
      </div>
    </Screen>
  );
}
