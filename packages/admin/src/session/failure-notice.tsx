import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { useFailureText } from './failure-text.ts';

/** Why the sign-in with a provider failed, and what to do. */
export function FailureNotice({ code }: { readonly code: string }): VNode {
  const { title } = useMessages('signIn').failures;
  return (
    <div class="sign-in-failure">
      <Notice tone="bad" title={title}>
        {useFailureText(code)}
      </Notice>
    </div>
  );
}
