import type { User } from '@inlay/protocol/user';
import { signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { clearQueries } from '../api/query-cache.ts';
import { read, send } from '../api/request.ts';
import { sessionEnded, signedInAgain } from './sign-in-again.ts';

/** The signed-in user: `null` for none, `undefined` if not known yet. */
export const me = signal<User | null | undefined>(undefined);
export const startProblem = signal<string | undefined>(undefined);

/** That there is a session, for the cookie cannot be seen; without it, asking would be an access refused. */
const KEY = 'inlay-session';

export async function readSession(): Promise<void> {
  startProblem.value = undefined;
  if (localStorage.getItem(KEY) === null) {
    me.value = null;
    return;
  }
  try {
    const response = await send('GET', '/api/v0/me');
    me.value = response.status === 401 ? null : await read<User>(response);
  } catch (error) {
    startProblem.value = error instanceof ApiError ? error.message : String(error);
  }
}

/**
 * The cookie that this sets is out of our reach; the answer says only until when it works. What happens meanwhile needs
 * the session, but not to know whose it is.
 */
export async function signIn(username: string, password: string, meanwhile = () => {}): Promise<void> {
  await read(await send('POST', '/admin/session', { body: { username, password } }));
  localStorage.setItem(KEY, '1');
  const before = me.value;
  // If nobody was signed in before, requests that wait for a session may continue.
  if (!before) signedInAgain();
  meanwhile();
  const user = await read<User>(await send('GET', '/api/v0/me'));
  // Somebody else must not find the former person's page.
  if (before && before.id !== user.id) return location.reload();
  me.value = user;
  signedInAgain();
}

export async function signOut(): Promise<void> {
  await read(await send('DELETE', '/admin/session'));
  localStorage.removeItem(KEY);
  clearQueries();
  sessionEnded.value = false;
  // A fresh page: nothing that was shown stays in memory.
  location.assign('/admin');
}
