import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import { supportsPasskeys } from './passkeys.ts';
import type { Post } from './post.ts';
import css from './second-factors.css?inline';
import { TypedProof } from './typed-proof.tsx';

adoptStyles(css);

export type ProofMethod = 'password' | 'passkey' | 'totp' | 'recovery-code';

export interface ProofProps {
  /** The first is offered first. */
  readonly methods: readonly ProofMethod[];
  /** Takes the proof, and gives the options of a passkey below `/passkey-options`. */
  readonly url: string;
  readonly post: Post;
  /** For password managers. */
  readonly username?: string;
  /** What the button does, as a verb. */
  readonly action: string;
  readonly onDone: () => Promise<void>;
}

const FIELDS = { password: 'password', totp: 'code', 'recovery-code': 'recoveryCode' } as const;

/** Asks for one proof of who is there, and offers the others. */
export function Proof({ methods, ...props }: ProofProps): VNode {
  const t = useMessages('signIn').proof;
  // Without support, a passkey can only explain why it does not work.
  const [chosen, choose] = useState(
    (supportsPasskeys() ? undefined : methods.find((method) => method !== 'passkey')) ?? methods[0],
  );
  const others = methods.filter((method) => method !== chosen);
  return (
    <div class="ui-stack">
      {chosen === 'passkey' && <PasskeyProof {...props} />}
      {chosen && chosen !== 'passkey' && <TypedProof key={chosen} field={FIELDS[chosen]} {...props} />}
      {others.length > 0 && (
        <div class="other-proofs">
          {others.map((method) => (
            <Button key={method} variant="ghost" onClick={() => choose(method)}>
              {t.instead[method]}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
