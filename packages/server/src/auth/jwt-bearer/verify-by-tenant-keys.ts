import type { KeyObject } from 'node:crypto';
import type { EmbedSettings } from '../embed-settings.ts';
import type { JwksCache } from './jwks-cache.ts';
import type { ParsedAssertion } from './parse-assertion.ts';
import { chooseKeys } from './signing-keys.ts';
import { verifySignature } from './verify-signature.ts';

export interface SignatureProblem {
  readonly check: 'key' | 'signature';
  readonly problem: string;
}

/** Whether one of the tenant's keys signed an assertion: nothing, or what is wrong. */
export async function verifyByTenantKeys(
  settings: EmbedSettings,
  assertion: ParsedAssertion,
  jwks: JwksCache,
): Promise<SignatureProblem | undefined> {
  const { signature, tenantId } = settings;
  const keys = await chooseKeys(settings, assertion.header, jwks);
  if (typeof keys === 'string') return { check: 'key', problem: keys };
  if (await verifiesWithAny(assertion, keys)) return undefined;
  if (signature.mode === 'jwks') {
    const kid = typeof assertion.header.kid === 'string' ? assertion.header.kid : undefined;
    const added = await jwks.keysAddedSince(tenantId, signature.url, kid, keys);
    if (await verifiesWithAny(assertion, added)) return undefined;
  }
  return {
    check: 'signature',
    problem: 'The signature does not match the registered key: sign with the private key that belongs to it.',
  };
}

async function verifiesWithAny(assertion: ParsedAssertion, keys: readonly KeyObject[]): Promise<boolean> {
  for (const key of keys) if (await verifySignature(assertion, key)) return true;
  return false;
}
