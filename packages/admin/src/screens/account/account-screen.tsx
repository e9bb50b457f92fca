import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Each section loads and saves what it shows by itself. */
export function AccountScreen(): VNode {
  const t = useMessages('access').account;
  return (
    <Screen title={t.title} intro={t.intro}>
      <div class="ui-stack">
        <PasswordSection />
        <SecondFactorSection />
        <SessionsSection />
      </div>
    </Screen>
  );
}
