import type { CurrentUser } from '@inlay/protocol/user';
import { signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { clearQueries } from '../api/query-cache.ts';
import { read, send } from '../api/request.ts';
import { sessionEnded, signedInAgain } from './sign-in-again.ts';

/** The signed-in user: `null` for none, `undefined` if not known yet. */
export const me = signal<CurrentUser | null | undefined>(undefined);
export const startProblem = signal<string | undefined>(undefined);

/** Marks that there is a session, because scripts cannot see its cookie. Without it, the request would be a refused access. */
const KEY = 'inlay-session';

export async function readSession(): Promise<void> {
  startProblem.value = undefined;
  if (localStorage.getItem(KEY) === null) {
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

/** `meanwhile` runs as soon as there is a session, before it is known whose it is. */
export async function signIn(username: string, password: string, meanwhile = () => {}): Promise<void> {
  await read(await send('POST', '/admin/session', { body: { username, password } }));
  localStorage.setItem(KEY, '1');
  const before = me.value;
  // If nobody was signed in before, requests that wait for a session may continue.
  if (!before) signedInAgain();
  meanwhile();
  const user = await read<CurrentUser>(await send('GET', '/api/v0/me'));
  // Another user must not see the previous user's page.
  if (before && before.id !== user.id) return location.reload();
  me.value = user;
  signedInAgain();
}

export async function signOut(): Promise<void> {
  await read(await send('DELETE', '/admin/session'));
  localStorage.removeItem(KEY);
  clearQueries();
  sessionEnded.value = false;
  // Loads a new page, so that no data stays in memory.
  location.assign('/admin');
}
