import { CONFIRMED } from '@inlay/protocol/provider-addresses';
import { me, signInFailure } from './session.ts';

/** Tells somebody who is signed in how a test or a confirmation with a provider ended, unless the screen does. */
export async function reportOutcome(): Promise<void> {
  if (me.value && (signInFailure || location.hash === CONFIRMED))
    (await import('./load-other-ways.ts')).showOutcome(signInFailure);
}
