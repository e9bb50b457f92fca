import { signal } from '@preact/signals';

/** Whether the session ended while the user was working. */
export const sessionEnded = signal(false);

let waiting: PromiseWithResolvers<void> | undefined;

/** Resolves when the user has signed in again. All requests that were refused meanwhile wait for one dialog. */
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
