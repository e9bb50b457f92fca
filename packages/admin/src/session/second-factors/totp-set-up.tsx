import type { RecoveryCodes as Codes, NewTotp } from '@inlay/protocol/second-factor';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { isCanceled } from '@inlay/ui/form/is-canceled';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { lazy } from '../../parts/page/lazy.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import type { Post } from './post.ts';
import { TypedProof } from './typed-proof.tsx';

const QrCode = lazy(async () => (await import('./qr-code.tsx')).QrCode, 6);

interface TotpSetUpProps {
  /** Makes a secret, and takes the first code below `/confirm`. */
  readonly url: string;
  readonly post: Post;
  /** Nobody confirmed the session, which a new secret needs. */
  readonly onCanceled?: () => void;
  /** With recovery codes, unless the account has some. */
  readonly onDone: (codes: readonly string[]) => void;
}

/** Shows a new secret for an authenticator app, and asks for a code to prove that it has arrived there. */
export function TotpSetUp({ url, post, onCanceled, onDone }: TotpSetUpProps): VNode {
  const t = useMessages('signIn').totp;
  const [made, setMade] = useState<NewTotp>();
  const [error, setError] = useState<ApiError>();
  const start = () => {
    setError(undefined);
    post<NewTotp>(url).then(setMade, (thrown: unknown) => {
      if (onCanceled && isCanceled(thrown)) onCanceled();
      else setError(asApiError(thrown));
    });
  };
  useEffect(start, []);
  if (error) return <Trouble error={error} onRetry={start} />;
  if (!made) return <Skeleton lines={8} />;
  const confirm: Post = async <T,>(address: string, body?: object) => {
    const confirmed = await post<T & Codes>(address, body);
    onDone(confirmed.recoveryCodes);
    return confirmed;
  };
  return (
    <div class="ui-stack">
      <p>{t.scan}</p>
      <div class="totp-qr">
        <QrCode text={made.uri} label={t.qrCode} />
      </div>
      <div class="ui-stack-tight">
        <p class="ui-small ui-muted">{t.byHand}</p>
        <div class="ui-row totp-secret">
          <code>{made.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={made.secret} name={t.secret} />
        </div>
        <p class="ui-small">
          <a class="ui-link" href={made.uri}>
            {t.open}
          </a>
        </p>
      </div>
      <TypedProof
        field="code"
        url={`${url}/confirm`}
        post={confirm}
        action={t.confirm}
        onDone={async () => {}}
      />
    </div>
  );
}
