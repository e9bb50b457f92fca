import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { beginSession } from '../session.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { postSignIn } from './post.ts';

/** Signs in with a passkey and nothing else. */
export function PasskeySignIn({ meanwhile }: { readonly meanwhile: (() => void) | undefined }): VNode {
  const t = useMessages('signIn');
  return (
    <PasskeyButton
      label={t.withPasskey}
      optionsUrl="/admin/session/passkey-options"
      url="/admin/session/passkey"
      post={postSignIn}
      onDone={() => beginSession(meanwhile)}
    />
  );
}
