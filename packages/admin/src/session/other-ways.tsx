import type { SignInStep as Step } from '@inlay/protocol/second-factor';
import type { SignInOptions } from '@inlay/protocol/sign-in';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { adoptStyles } from '../parts/page/adopt-styles.ts';
import { lazy } from '../parts/page/lazy.tsx';
import { Rich } from '../parts/text/rich.tsx';
import { ForgotPasswordLink } from './forgot-password-link.tsx';
import css from './other-ways.css?inline';
import { ProviderButtons } from './provider-buttons.tsx';
import type { SignInStepProps } from './second-factors/sign-in-step.tsx';

adoptStyles(css);

const SignInStep = lazy(async () => (await import('./second-factors/sign-in-step.tsx')).SignInStep, 4);
const PasskeySignIn = lazy(
  async () => (await import('./second-factors/passkey-sign-in.tsx')).PasskeySignIn,
  1,
);

export interface OtherWaysProps {
  readonly options: SignInOptions;
  /** What is missing after a right password. It takes the place of all ways. */
  readonly step: Step | undefined;
  /** Whether a session ended on the page behind, whose input must not be lost. */
  readonly isAgain: boolean;
  readonly meanwhile: (() => void) | undefined;
  /** Leads from the next step back to the password, with the reason if the step failed for good. */
  readonly onBack: SignInStepProps['onBack'];
}

/** The ways to sign in besides the password. */
export function OtherWays({ options, step, isAgain, meanwhile, onBack }: OtherWaysProps): VNode {
  const t = useMessages('signIn');
  if (step) return <SignInStep step={step} meanwhile={meanwhile} onBack={onBack} />;
  const { passwords, providers, passkeys, passwordReset } = options;
  return (
    <div class="ui-stack other-ways">
      {passwords && passwordReset && <ForgotPasswordLink isAgain={isAgain} />}
      {passwords && !passwordReset && !isAgain && (
        <p class="ui-small ui-muted">
          <Rich text={t.lostPassword} parts={{ command: <code>inlay user reset-password</code> }} />
        </p>
      )}
      {passwords && (passkeys || providers.length > 0) && <p class="other-ways-or">{t.or}</p>}
      {passkeys && <PasskeySignIn meanwhile={meanwhile} />}
      <ProviderButtons providers={providers} isAgain={isAgain} />
      {!passwords && providers.length === 0 && <Notice tone="warning">{t.noWays}</Notice>}
      {!passwords && (
        <p class="ui-small ui-muted">
          <Rich
            text={t.noPasswords}
            parts={{ command: <code>inlay tenant sign-in --allow-passwords</code> }}
          />
        </p>
      )}
    </div>
  );
}
