import { type Signal, signal } from '@preact/signals';

/** A dialog that requests wait for. */
interface Waiting {
  readonly isOpen: Signal<boolean>;
  /** Opens the dialog. All requests that were refused meanwhile wait for one. */
  readonly wait: () => Promise<void>;
  /** Closes it: the requests are repeated, or fail with the error. */
  readonly end: (error?: Error) => void;
}

function waitForUser(): Waiting {
  const isOpen = signal(false);
  let waiting: PromiseWithResolvers<void> | undefined;
  return {
    isOpen,
    wait: () => {
      waiting ??= Promise.withResolvers();
      isOpen.value = true;
      return waiting.promise;
    },
    end: (error) => {
      const ended = waiting;
      waiting = undefined;
      isOpen.value = false;
      if (error) ended?.reject(error);
      else ended?.resolve();
    },
  };
}

/** For somebody whose session ended while they were working. */
export const signInAgain = waitForUser();

/** For a proof of who is there, before secrets are shown and keys created (ADR 349). */
export const confirmSession = waitForUser();
