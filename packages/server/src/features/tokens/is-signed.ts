import { type KeyObject, verify } from 'node:crypto';
import type { ParsedAssertion } from './parse-assertion.ts';

type Signed = Pick<ParsedAssertion, 'signingInput' | 'signature'>;

/** RS512 (RFC 7518 §3.3). The algorithm stands here and nowhere in what a caller sends. */
const digest = 'sha512';

/** For the thread that judges: it does nothing else meanwhile. */
export function isSignedBy(key: KeyObject, { signingInput, signature }: Signed): boolean {
  try {
    return verify(digest, Buffer.from(signingInput, 'latin1'), key, signature);
  } catch {
    return false;
  }
}

/** For everybody else: on a thread of the pool. */
export function isSignedByLater(key: KeyObject, { signingInput, signature }: Signed): Promise<boolean> {
  return new Promise((resolve) =>
    verify(digest, Buffer.from(signingInput, 'latin1'), key, signature, (error, isGood) =>
      resolve(error === null && isGood),
    ),
  );
}
