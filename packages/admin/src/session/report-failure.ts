import { me, signInFailure } from './session.ts';

/** Tells somebody who is signed in that a test or a confirmation with a provider failed. */
export async function reportFailure(): Promise<void> {
  if (me.value && signInFailure) await (await import('./load-other-ways.ts')).showFailure(signInFailure);
}
