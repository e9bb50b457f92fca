import type { KeyObject } from 'node:crypto';
import type { EmbedSettings } from './embed-settings.ts';
import type { JwksCache } from './jwks-cache.ts';

/** Keys that may have signed an assertion, or the sentence that says why there is none. */
export type KeyChoice = readonly KeyObject[] | string;

export const NO_KEY =
  'No signature key is registered: upload a public key or a JWKS address in the embed settings.';

/** The tenant's keys and nothing else: `jku`, `jwk`, `x5u` and `x5c` of the header are never looked at (RFC 8725 §3.10). */
export function chooseKeys(
  { signature, tenantId }: EmbedSettings,
  kid: string | undefined,
  jwks: JwksCache,
): KeyChoice | Promise<KeyChoice> {
  if (signature.mode === 'none') return NO_KEY;
  if (signature.mode === 'public-key') return [signature.key];
  return jwks.keysFor(tenantId, signature.url, kid);
}
