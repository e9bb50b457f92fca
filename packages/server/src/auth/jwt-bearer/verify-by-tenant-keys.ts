import type { KeyObject } from 'node:crypto';
import type { EmbedSettings } from '../embed-settings.ts';
import type { JwksCache } from './jwks-cache.ts';
import type { ParsedAssertion } from './parse-assertion.ts';
import type { SignatureThread } from './signature-thread.ts';
import { chooseKeys } from './signing-keys.ts';

export interface SignatureProblem {
  readonly check: 'key' | 'signature';
  readonly problem: string;
}

/** Where keys come from, and who tries them. */
export interface SignatureMeans {
  readonly jwks: JwksCache;
  readonly signatures: SignatureThread;
}

/** Whether one of the tenant's keys signed an assertion: nothing, or what is wrong. */
export async function verifyByTenantKeys(
  settings: EmbedSettings,
  assertion: ParsedAssertion,
  { jwks, signatures }: SignatureMeans,
): Promise<SignatureProblem | undefined> {
  const { signature, tenantId } = settings;
  const keys = await chooseKeys(settings, assertion.header, jwks);
  if (typeof keys === 'string') return { check: 'key', problem: keys };
  if (await verifiesWithAny(assertion, keys, signatures)) return undefined;
  if (signature.mode === 'jwks') {
    const kid = typeof assertion.header.kid === 'string' ? assertion.header.kid : undefined;
    const added = await jwks.keysAddedSince(tenantId, signature.url, kid, keys);
    if (await verifiesWithAny(assertion, added, signatures)) return undefined;
  }
  return {
    check: 'signature',
    problem: 'The signature does not match the registered key: sign with the private key that belongs to it.',
  };
}

async function verifiesWithAny(
  { signingInput, signature }: ParsedAssertion,
  keys: readonly KeyObject[],
  signatures: SignatureThread,
): Promise<boolean> {
  for (const key of keys) if (await signatures.verify({ signingInput, signature, key })) return true;
  return false;
}
