import type { RecoveryCodes as Codes } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { createPasskey, type NewPasskeyOptions, supportsPasskeys } from './passkeys.ts';
import type { Post } from './post.ts';
import { TotpSetUp } from './totp-set-up.tsx';

interface SetUpProps {
  readonly post: Post;
  /** There is a session. The recovery codes have not been shown yet. */
  readonly onDone: (codes: readonly string[]) => void;
}

const URL = '/admin/session/set-up';

/** Adds the first second factor, without which the role of the user does not sign in. */
export function SetUp({ post, onDone }: SetUpProps): VNode {
  const { setUp: t, proof } = useMessages('signIn');
  const [usesApp, setUsesApp] = useState(false);
  const { busy, error, run } = useTask();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  if (usesApp)
    return (
      <div class="ui-stack">
        <TotpSetUp url={`${URL}/totp`} post={post} onDone={onDone} />
        {supportsPasskeys() && (
          <Button variant="ghost" onClick={() => setUsesApp(false)}>
            {proof.instead.passkey}
          </Button>
        )}
      </div>
    );
  const addPasskey = () =>
    run(async () => {
      const options = await post<NewPasskeyOptions>(`${URL}/passkey-options`);
      const response = await createPasskey(options);
      const { recoveryCodes } = await post<Codes>(`${URL}/passkey`, { name: t.passkey, response });
      onDone(recoveryCodes);
    });
  return (
    <div ref={box} class="ui-stack">
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.text}</p>
      </div>
      {error && <Notice tone={error.status === 0 ? 'neutral' : 'bad'}>{error.message}</Notice>}
      {supportsPasskeys() && (
        <FactorChoice title={t.passkey} text={t.passkeyHint} busy={busy} onClick={() => void addPasskey()} />
      )}
      <FactorChoice title={t.totp} text={t.totpHint} busy={busy} onClick={() => setUsesApp(true)} />
    </div>
  );
}

interface FactorChoiceProps {
  readonly title: string;
  readonly text: string;
  readonly busy: boolean;
  readonly onClick: () => void;
}

function FactorChoice({ title, text, busy, onClick }: FactorChoiceProps): VNode {
  return (
    <button type="button" class="ui-box factor-choice" disabled={busy} onClick={onClick}>
      <strong>{title}</strong>
      <span class="ui-small ui-muted">{text}</span>
    </button>
  );
}
