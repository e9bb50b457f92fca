import { hash, verify } from '@node-rs/argon2';
import type { FairQueue, QueueKey } from '../concurrency/fair-queue.ts';

/** What a hash costs: KiB of memory, and passes over it. */
interface HashCost {
  readonly kibibytes: number;
  readonly passes: number;
}

/** OWASP's recommendation, for one lane. */
const RECOMMENDED: HashCost = { kibibytes: 19_456, passes: 2 };

/** `key` is the position in the fair queue; see `hashing-turns.ts`. */
export interface Passwords {
  hash(password: string, key: QueueKey, signal?: AbortSignal): Promise<string>;
  /** Takes the same time for unknown users, so that timing does not reveal who exists. */
  verify(hash: string | null | undefined, password: string, key: QueueKey): Promise<boolean>;
}

export function createPasswords(queue: FairQueue, { kibibytes, passes } = RECOMMENDED): Passwords {
  // 2 means argon2id: the library's enum cannot be imported with type stripping.
  const options = { algorithm: 2, memoryCost: kibibytes, timeCost: passes, parallelism: 1 };
  /** Verified for unknown users: takes as long as a real hash and never matches. */
  const decoy = `$argon2id$v=19$m=${kibibytes},t=${passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  return {
    hash: (password, key, signal) => queue.run(key, () => hash(composed(password), options), signal),
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
