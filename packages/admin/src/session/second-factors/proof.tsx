import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import { supportsPasskeys } from './passkeys.ts';
import css from './second-factors.css?inline';
import { TypedProof, type TypedProofProps } from './typed-proof.tsx';

adoptStyles(css);

interface ProofProps extends Omit<TypedProofProps, 'field'> {
  /** The first is offered first. */
  readonly methods: readonly ('password' | 'passkey' | 'totp' | 'recovery-code')[];
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
