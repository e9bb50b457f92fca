import { showToast } from '@inlay/ui/overlays/toast';
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

/** For somebody who is signed in, and whose test or confirmation could not be finished. */
export async function reportSignInFailure(): Promise<void> {
  const code = signInFailure.value;
  if (code === undefined) return;
  signInFailure.value = undefined;
  const { loadFailureText } = await import('./load-other-ways.ts');
  showToast(await loadFailureText(code), 'bad');
}
