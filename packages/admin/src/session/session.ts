import { FAILURE, SIGNED_IN } from '@inlay/protocol/provider-addresses';
import type { SignInStep } from '@inlay/protocol/second-factor';
import type { CurrentUser } from '@inlay/protocol/user';
import { signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { clearQueries } from '../api/query-cache.ts';
import { read, send } from '../api/request.ts';
import { signInAgain } from './waiting-requests.ts';

/** The signed-in user: `null` for none, `undefined` if not known yet. */
export const me = signal<CurrentUser | null | undefined>(undefined);
export const startProblem = signal<string | undefined>(undefined);

/** Marks that there is a session, because scripts cannot see its cookie. Without it, the request would be a refused access. */
export const SESSION_MARK = 'inlay-session';
/** The code of a sign-in with an identity provider that failed. The router leaves this address at once. */
export const signInFailure = new URLSearchParams(location.search).get(FAILURE);

export async function readSession(): Promise<void> {
  startProblem.value = undefined;
  if (location.hash === SIGNED_IN) {
    markSession();
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  if (localStorage.getItem(SESSION_MARK) === null) {
    me.value = null;
    return;
  }
  try {
    const response = await send('GET', '/api/v0/me');
    me.value = response.status === 401 ? null : await read<CurrentUser>(response);
  } catch (error) {
    startProblem.value = error instanceof ApiError ? error.message : String(error);
  }
}

/** Returns what is missing for a session, if a password is not enough. */
export async function signIn(
  username: string,
  password: string,
  meanwhile?: () => void,
): Promise<SignInStep | undefined> {
  const response = await send('POST', '/admin/session', { body: { username, password } });
  const started = await read<SignInStep | { readonly expiresAt: string } | undefined>(response);
  if (started && 'next' in started) return started;
  await beginSession(meanwhile);
  return undefined;
}

/** After any way of signing in. `meanwhile` runs as soon as there is a session, before it is known whose it is. */
export async function beginSession(meanwhile = () => {}): Promise<void> {
  markSession();
  const before = me.value;
  // If nobody was signed in before, requests that wait for a session may continue.
  if (!before) signInAgain.end();
  meanwhile();
  const user = await read<CurrentUser>(await send('GET', '/api/v0/me'));
  // Another user must not see the previous user's page.
  if (before && before.id !== user.id) return location.reload();
  me.value = user;
  signInAgain.end();
}

/** A new value each time, so that other tabs notice. */
const markSession = () => localStorage.setItem(SESSION_MARK, String(Date.now()));

export async function signOut(): Promise<void> {
  const ended = await read<{ readonly next?: string } | undefined>(await send('DELETE', '/admin/session'));
  localStorage.removeItem(SESSION_MARK);
  clearQueries();
  signInAgain.isOpen.value = false;
  // Loads a new page, so that no data stays in memory: the identity provider's, to sign out there too.
  location.assign(ended?.next ?? '/admin');
}
