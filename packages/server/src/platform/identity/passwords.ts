import { hash, verify } from '@node-rs/argon2';
import type { FairQueue, QueueKey } from '../concurrency/fair-queue.ts';

// The library's enum cannot be imported by code that only strips types.
const argon2id = 2;
/** OWASP's recommendation: 19 MiB, two passes, one lane. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `key` says whose turn each hash takes, see `hashing-turns.ts`. */
export interface Passwords {
  hash(password: string, key: QueueKey, signal?: AbortSignal): Promise<string>;
  /** Takes the same time whether there is a hash or not, and so tells nobody who exists. */
  verify(hash: string | null | undefined, password: string, key: QueueKey): Promise<boolean>;
}

/** Verified when the user does not exist: it takes as long as a real hash and never matches. */
const decoy = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export function createPasswords(queue: FairQueue): Passwords {
  return {
    hash: (password, key, signal) => queue.run(key, () => hash(composed(password), parameters), signal),
    verify: (stored, password, key) =>
      queue.run(key, async () => {
        const matches = await verify(stored ?? decoy, composed(password));
        return matches && stored != null;
      }),
  };
}

/** Passwords have up to 256 characters; decomposed, one may take three code units. */
const maxComposed = 1024;

/** Normalizing takes quadratic time for long runs of combining marks; what is longer than any password stays as it is. */
const composed = (password: string): string =>
  password.length > maxComposed ? password : password.normalize('NFC');
