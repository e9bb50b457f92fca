import type { SignInStep as Step } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { beginSession } from '../session.ts';
import { type Post, postSignIn } from './post.ts';
import { Proof } from './proof.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';

export interface SignInStepProps {
  readonly step: Step;
  readonly meanwhile: (() => void) | undefined;
  /** With the reason if the step cannot be completed any more. */
  readonly onBack: (reason?: string) => void;
}

/** What follows a right password: proves the second factor, or sets one up. */
export function SignInStep({ step, meanwhile, onBack }: SignInStepProps): VNode {
  const t = useMessages('signIn');
  const [codes, setCodes] = useState<readonly string[]>();
  const codesTitle = useRef<HTMLHeadingElement>(null);
  useEffect(() => codesTitle.current?.focus(), [codes]);
  const { submit } = useMessages('admin').signIn;
  const post: Post = async <T,>(url: string, body?: object) => {
    try {
      return await postSignIn<T>(url, body);
    } catch (thrown) {
      const refused = asApiError(thrown);
      // It took too long, or the password has changed: it has to be entered again.
      if (refused.status === 401) onBack(refused.message);
      throw refused;
    }
  };
  const onDone = () => beginSession(meanwhile);
  if (codes)
    return (
      <div class="ui-stack sign-in-step">
        <h2 ref={codesTitle} tabIndex={-1}>
          {t.recovery.title}
        </h2>
        <RecoveryCodes codes={codes} onDone={onDone} />
      </div>
    );
  return (
    <div class="ui-stack sign-in-step">
      {step.next === 'second-factor' ? (
        <Proof
          methods={step.methods}
          url="/admin/session/second-factor"
          post={post}
          action={submit}
          onDone={onDone}
        />
      ) : (
        <SetUp post={post} onDone={setCodes} />
      )}
      <div class="other-proofs">
        <Button variant="ghost" onClick={() => onBack()}>
          {t.back}
        </Button>
      </div>
    </div>
  );
}
