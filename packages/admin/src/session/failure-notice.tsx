import { SIGN_IN_FAILURES } from '@inlay/protocol/sign-in-failure';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';

/** Why the sign-in with a provider failed, and what to do. Anybody can write any code into an address. */
export function FailureNotice({ code }: { readonly code: string }): VNode {
  const t = useMessages('signIn').failures;
  const known = SIGN_IN_FAILURES.find((failure) => failure === code);
  return (
    <div class="sign-in-failure">
      <Notice tone="bad" title={t.title}>
        {t[known ?? 'unknown']}
      </Notice>
    </div>
  );
}
