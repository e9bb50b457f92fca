import type { FairQueue } from '@inlay/server/platform/concurrency/fair-queue';
import type { Passwords } from '@inlay/server/platform/identity/passwords';
import { cheapPasswords } from '../server/start-inlay.ts';

interface CountedVerifications {
  /** For `startInlay`. */
  readonly passwords: (queue: FairQueue) => Passwords;
  /** How many passwords were verified so far. An unknown user costs as much as a known one (`passwords.test.ts`). */
  readonly count: () => number;
}

/** Verifying a password is all that takes long in a login, so a login without it tells by its duration what it knew. */
export function countedVerifications(): CountedVerifications {
  let count = 0;
  return {
    passwords: (queue) => {
      const passwords = cheapPasswords(queue);
      return {
        ...passwords,
        verify: (...args) => {
          count += 1;
          return passwords.verify(...args);
        },
      };
    },
    count: () => count,
  };
}
