import { hash, verify } from '@node-rs/argon2';
import type { FairQueue, QueueKey } from '../concurrency/fair-queue.ts';

// The library's enum cannot be imported with type stripping.
const argon2id = 2;
/** OWASP's recommendation: 19 MiB, two passes, one lane. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `key` is the position in the fair queue; see `hashing-turns.ts`. */
export interface Passwords {
  hash(password: string, key: QueueKey, signal?: AbortSignal): Promise<string>;
  /** Takes the same time for unknown users, so that timing does not reveal who exists. */
  verify(hash: string | null | undefined, password: string, key: QueueKey): Promise<boolean>;
}

/** Verified for unknown users: takes as long as a real hash and never matches. */
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

/** Normalization is quadratic for long runs of combining marks; text longer than any password is left as is. */
const composed = (password: string): string =>
  password.length > maxComposed ? password : password.normalize('NFC');
