import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { PasskeyButton } from './passkey-button.tsx';
import type { Post } from './post.ts';

interface PasskeyProofProps {
  /** Takes the proof, and gives the options below `/passkey-options`. */
  readonly url: string;
  readonly post: Post;
  readonly onDone: () => Promise<void>;
}

/** A passkey of this account. */
export function PasskeyProof({ url, post, onDone }: PasskeyProofProps): VNode {
  const t = useMessages('signIn').proof;
  return (
    <>
      <p>{t.passkeyText}</p>
      <PasskeyButton
        label={t.usePasskey}
        optionsUrl={`${url}/passkey-options`}
        url={url}
        post={post}
        onDone={onDone}
        isFirst
      />
    </>
  );
}
