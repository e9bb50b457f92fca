import { signal } from '@preact/signals';

/** Whether the session ended while the user was working. */
export const sessionEnded = signal(false);

let waiting: PromiseWithResolvers<void> | undefined;

/** Settles when the person signed in again; all questions that were refused meanwhile wait for the one dialog. */
export function signInAgain(): Promise<void> {
  waiting ??= Promise.withResolvers();
  sessionEnded.value = true;
  return waiting.promise;
}

export function signedInAgain(): void {
  sessionEnded.value = false;
  waiting?.resolve();
  waiting = undefined;
}
