import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';

/** Where a session ended, it opens beside the page, whose input stays. */
export function ForgotPasswordLink({ isAgain }: { readonly isAgain: boolean }): VNode {
  const t = useMessages('signIn').forgot;
  const target = isAgain ? { target: '_blank', rel: 'noreferrer' } : {};
  return (
    <a class="ui-link ui-small" href="/admin/forgot-password" {...target}>
      {t.link}
    </a>
  );
}
