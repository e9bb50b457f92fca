import { providerPath } from '@inlay/protocol/provider-addresses';
import type { ConfirmOptions } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { requestInSession } from '../../api/request.ts';
import { useMessages } from '../../messages.ts';
import { Trouble } from '../../parts/page/trouble.tsx';
import { me, signOut } from '../session.ts';
import { confirmSession } from '../waiting-requests.ts';
import { postInSession } from './post.ts';
import { Proof } from './proof.tsx';

const URL = '/admin/session/confirm';

/** Asks the owner of the session for a proof, as the account has them. */
export function ConfirmSession(): VNode {
  const [options, setOptions] = useState<ConfirmOptions>();
  const [error, setError] = useState<ApiError>();
  const load = () => {
    setError(undefined);
    requestInSession<ConfirmOptions>('GET', URL).then(setOptions, (thrown: unknown) =>
      setError(asApiError(thrown)),
    );
  };
  useEffect(load, []);
  if (error) return <Trouble error={error} onRetry={load} />;
  if (!options) return <Skeleton lines={3} />;
  return <Confirmation {...options} />;
}

function Confirmation({ methods, provider }: ConfirmOptions): VNode {
  const t = useMessages('signIn').confirm;
  const { account } = useMessages('admin');
  const own = methods.filter((method) => method !== 'provider');
  if (provider) return <ProviderConfirmation {...provider} />;
  if (own.length === 0)
    return (
      <>
        <Notice tone="warning">{t.impossible}</Notice>
        <Button wide onClick={() => void signOut()}>
          {account.signOut}
        </Button>
      </>
    );
  return (
    <Proof
      methods={own}
      url={URL}
      post={postInSession}
      username={me.value?.username ?? ''}
      action={t.action}
      onDone={async () => confirmSession.end()}
    />
  );
}

/** In another tab, so that the input here stays. */
function ProviderConfirmation({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const { confirm: t, ...signIn } = useMessages('signIn');
  return (
    <div class="ui-stack">
      <a
        class="ui-button ui-button-primary ui-button-wide"
        href={`${providerPath(id)}?confirm`}
        target="_blank"
        rel="noreferrer"
      >
        {signIn.with({ name })}
      </a>
      <p class="ui-small ui-muted">{signIn.inNewTab}</p>
      <Button wide onClick={() => confirmSession.end()}>
        {t.again}
      </Button>
    </div>
  );
}
