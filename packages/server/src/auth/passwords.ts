import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

// The library's enum cannot be imported by code that only strips types.
const argon2id = 2;
/** OWASP's recommendation: 19 MiB, two passes, one lane. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Behind everybody who waits to log in, for files with thousands of passwords; null once `signal` says stop. */
  hashPatiently(password: string, signal?: AbortSignal): Promise<string | null>;
  /** Takes the same time whether there is a hash or not, and so tells nobody who exists. */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
}

export async function createPasswords(): Promise<Passwords> {
  // Hashing shares the thread pool with signature checks: a flood of logins must leave a thread for those.
  const inTurn = limitConcurrency(Math.max(1, Math.min(3, availableParallelism())));
  const decoy = await hash('no user has this password', parameters);
  return {
    hash: (password) => inTurn('soon', () => hash(password.normalize('NFC'), parameters)),
    hashPatiently: (password, signal) =>
      inTurn('later', async () => (signal?.aborted ? null : hash(password.normalize('NFC'), parameters))),
    verify: (stored, password) =>
      inTurn('soon', async () => {
        const matches = await verify(stored ?? decoy, password.normalize('NFC'));
        return matches && stored != null;
      }),
  };
}

function limitConcurrency(most: number) {
  let running = 0;
  const waiting = { soon: [] as (() => void)[], later: [] as (() => void)[] };
  return async <T>(when: keyof typeof waiting, work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting[when].push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.soon.shift() ?? waiting.later.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
