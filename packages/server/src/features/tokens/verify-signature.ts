import { type KeyObject, verify } from 'node:crypto';
import type { EmbedSettings } from './embed-settings.ts';
import type { JwksCache } from './jwks-cache.ts';
import type { ParsedAssertion } from './parse-assertion.ts';

export interface SignatureProblem {
  /** No usable key was found, or none of the keys matches. */
  readonly check: 'key' | 'signature';
  readonly problem: string;
}

/**
 * Verifies an assertion with the tenant's registered keys; `jku`, `jwk`, `x5u` and `x5c` in its header are ignored
 * (RFC 8725 §3.10). Returns nothing if the signature is valid.
 */
export async function verifySignature(
  jwks: JwksCache,
  { signature: source, tenantId }: EmbedSettings,
  assertion: ParsedAssertion,
): Promise<SignatureProblem | undefined> {
  if (source.mode === 'none') return noKey;
  if (source.mode === 'public-key') return isSignedBy([source.key], assertion) ? undefined : mismatch;
  const kid = typeof assertion.header.kid === 'string' ? assertion.header.kid : undefined;
  const keys = await jwks.keysFor(tenantId, source.url, kid);
  if (typeof keys === 'string') return { check: 'key', problem: keys };
  if (isSignedBy(keys, assertion)) return undefined;
  // The signer may have rotated its keys without changing the `kid`.
  const added = await jwks.keysAddedSince(tenantId, source.url, kid, keys);
  return isSignedBy(added, assertion) ? undefined : mismatch;
}

const noKey: SignatureProblem = {
  check: 'key',
  problem:
    'No signature key is registered. Upload a public key or register a JWKS URL in the Embed Settings.',
};

const mismatch: SignatureProblem = {
  check: 'signature',
  problem: 'The signature does not match the registered key. Sign with the matching private key.',
};

/** RS512 (RFC 7518 §3.3), regardless of the header (RFC 8725 §3.1). Synchronous: see ADR 260. */
function isSignedBy(keys: readonly KeyObject[], { signingInput, signature }: ParsedAssertion): boolean {
  const data = Buffer.from(signingInput, 'latin1');
  return keys.some((key) => {
    try {
      return verify('sha512', data, key, signature);
    } catch {
      // OpenSSL throws for keys with a malformed modulus; such a key verifies nothing.
      return false;
    }
  });
}
