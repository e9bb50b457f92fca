import { signal } from '@preact/signals';
import { query, setQuery } from '../router.ts';

const PARAMETER = 'sign-in-failed';

/** The code of a sign-in with an identity provider that failed, and came back to this page. */
export const signInFailure = signal<string | undefined>(undefined);

/** Takes the code out of the address, so that it is gone after a reload. */
export function takeSignInFailure(): void {
  const code = query.peek().get(PARAMETER);
  if (code === null) return;
  signInFailure.value = code;
  setQuery({ [PARAMETER]: '' });
}
