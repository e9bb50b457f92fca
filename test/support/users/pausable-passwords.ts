import type { FairQueue } from '@inlay/server/platform/concurrency/fair-queue';
import type { Passwords } from '@inlay/server/platform/identity/passwords';
import { cheapPasswords } from '../server/start-inlay.ts';

interface PausablePasswords {
  /** For `startInlay`. */
  readonly passwords: (queue: FairQueue) => Passwords;
  /**
   * Holds back the result of the next verification until `resume`. `begun` resolves when there is one. Meanwhile others
   * can be verified, even where only one is computed at a time.
   */
  pauseNext(): { readonly begun: Promise<void>; resume(): void };
}

/** For what happens while a password is being verified. */
export function pausablePasswords(): PausablePasswords {
  const goOn = async () => {};
  let next: () => Promise<void> = goOn;
  return {
    passwords: (queue) => {
      const passwords = cheapPasswords(queue);
      return {
        ...passwords,
        verify: async (...args) => {
          const pause = next;
          next = goOn;
          const matches = await passwords.verify(...args);
          await pause();
          return matches;
        },
      };
    },
    pauseNext: () => {
      const begun = Promise.withResolvers<void>();
      const resumed = Promise.withResolvers<void>();
      next = () => {
        begun.resolve();
        return resumed.promise;
      };
      return { begun: begun.promise, resume: resumed.resolve };
    },
  };
}
