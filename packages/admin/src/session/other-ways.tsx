import type { SignInOptions } from '@inlay/protocol/sign-in';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { adoptStyles } from '../parts/page/adopt-styles.ts';
import { Rich } from '../parts/text/rich.tsx';
import { ForgotPasswordLink } from './forgot-password-link.tsx';
import css from './other-ways.css?inline';
import { ProviderButtons } from './provider-buttons.tsx';
import type { NextStep } from './session.ts';

adoptStyles(css);

export interface OtherWaysProps {
  readonly options: SignInOptions;
  /** What is missing after a right password. It takes the place of all ways. */
  readonly step: NextStep | undefined;
  /** Whether a session ended on the page behind, whose input must not be lost. */
  readonly isAgain: boolean;
  readonly meanwhile: (() => void) | undefined;
  /** Leads from the next step back to the password. */
  readonly onBack: () => void;
}

/** The ways to sign in besides the password. */
export function OtherWays({ options, step, isAgain }: OtherWaysProps): VNode | null {
  const t = useMessages('signIn');
  if (step) return null;
  const { passwords, providers, passwordReset } = options;
  return (
    <div class="ui-stack other-ways">
      {passwords && passwordReset && <ForgotPasswordLink isAgain={isAgain} />}
      {passwords && !passwordReset && !isAgain && (
        <p class="ui-small ui-muted">
          <Rich text={t.lostPassword} parts={{ command: <code>inlay user reset-password</code> }} />
        </p>
      )}
      {passwords && providers.length > 0 && <p class="other-ways-or">{t.or}</p>}
      <ProviderButtons providers={providers} isAgain={isAgain} />
      {!passwords && providers.length === 0 && <Notice tone="warning">{t.noWays}</Notice>}
      {!passwords && (
        <p class="ui-small ui-muted">
          <Rich text={t.noPasswords} parts={{ command: <code>inlay tenant sign-in</code> }} />
        </p>
      )}
    </div>
  );
}
