import type { PasswordLink } from '@inlay/protocol/password-link';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { readLink, takeToken } from './password-links.ts';
import { PublicPage } from './public-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';

type State =
  | { readonly is: 'loading' | 'empty' | 'over' }
  | { readonly is: 'open'; readonly link: PasswordLink }
  | { readonly is: 'done'; readonly username: string }
  | { readonly is: 'failed'; readonly error: ApiError };

/** Where links of invitations and resets lead: shows whose password it is, and sets it. */
export function SetPasswordPage(): VNode {
  const [token, setToken] = useState(takeToken);
  const [state, setState] = useState<State>({ is: 'loading' });
  const load = async () => {
    if (token === '') return setState({ is: 'empty' });
    setState({ is: 'loading' });
    try {
      setState({ is: 'open', link: await readLink(token) });
    } catch (thrown) {
      const error = asApiError(thrown);
      setState(error.status === 404 ? { is: 'over' } : { is: 'failed', error });
    }
  };
  useEffect(() => void load(), [token]);
  useEffect(() => {
    // Another link, opened in the same tab, loads no new page.
    const follow = () => location.hash !== '' && setToken(takeToken());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <Shown
      state={state}
      token={token}
      onRetry={() => void load()}
      onOver={() => setState({ is: 'over' })}
      onDone={(username) => setState({ is: 'done', username })}
    />
  );
}

interface ShownProps {
  readonly state: State;
  readonly token: string;
  readonly onRetry: () => void;
  readonly onOver: () => void;
  readonly onDone: (username: string) => void;
}

function Shown({ state, token, onRetry, onOver, onDone }: ShownProps): VNode {
  const t = useMessages('signIn').newPassword;
  const { actions } = useMessages('admin');
  switch (state.is) {
    case 'open': {
      const { purpose, username } = state.link;
      return (
        <PublicPage title={purpose === 'invitation' ? t.first : t.next} about={t.account({ username })}>
          <SetPasswordForm link={state.link} token={token} onOver={onOver} onDone={() => onDone(username)} />
        </PublicPage>
      );
    }
    case 'done':
      return (
        <PublicPage title={t.doneTitle} about={t.done({ username: state.username })}>
          <div class="ui-stack public-body">
            {/* Loads a new page: a session of the account has ended. */}
            <a class="ui-button ui-button-primary ui-button-wide" href="/admin">
              {t.signIn}
            </a>
          </div>
        </PublicPage>
      );
    case 'over':
      return (
        <PublicPage title={t.overTitle} about={t.over}>
          <ForgotPasswordForm before={<p class="ui-small ui-muted">{t.invited}</p>} />
        </PublicPage>
      );
    case 'empty':
      return (
        <PublicPage title={t.emptyTitle} about={t.empty}>
          <ForgotPasswordForm />
        </PublicPage>
      );
    case 'failed':
      return (
        <PublicPage title={t.next}>
          <div class="ui-stack public-body">
            <Notice tone="bad">{state.error.message}</Notice>
            <Button onClick={onRetry}>{actions.retry}</Button>
          </div>
        </PublicPage>
      );
    case 'loading':
      return (
        <PublicPage title={t.next}>
          <Skeleton lines={4} />
        </PublicPage>
      );
  }
}
