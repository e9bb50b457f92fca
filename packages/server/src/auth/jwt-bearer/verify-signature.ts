import { type KeyObject, verify } from 'node:crypto';
import type { ParsedAssertion } from './parse-assertion.ts';

/** RS512 (RFC 7518 §3.3), on the thread pool: the event loop goes on with other requests. */
export function verifySignature(assertion: ParsedAssertion, key: KeyObject): Promise<boolean> {
  return new Promise((resolve) => {
    verify(
      'sha512',
      Buffer.from(assertion.signingInput, 'latin1'),
      key,
      assertion.signature,
      (error, valid) => resolve(!error && valid),
    );
  });
}
