import { createPublicKey, type KeyObject } from 'node:crypto';
import type { FetchedJson } from '../../platform/egress/fetch-json.ts';
import { isObject } from '../../platform/identity/strict-json.ts';
import { jwkProblem, keyProblem } from './import-public-key.ts';

export interface JwksKey {
  readonly kid: string | undefined;
  readonly usable: boolean;
  /** Why it is passed over. */
  readonly problem: string | undefined;
  readonly bits: number | undefined;
  readonly key: KeyObject | undefined;
}

export interface Jwks {
  readonly keys: readonly JwksKey[];
  readonly maxAgeSeconds: number | undefined;
}

const mostKeys = 100;
/** A set without `kid`s may list several keys; trying each costs a verification. */
const mostTried = 8;

/** Which of a tenant's keys may have signed an assertion with this `kid`. */
export function keysToTry<Key extends { readonly kid: string | undefined }>(
  keys: readonly Key[],
  kid: string | undefined,
): readonly Key[] {
  return keys.filter((key) => kid === undefined || key.kid === kid).slice(0, mostTried);
}

/** Fetches a JWK Set (RFC 7517 §5). Keys that are not for us are passed over, as §5 asks. */
export async function readJwks(fetchJson: () => Promise<FetchedJson>): Promise<Jwks> {
  const { body, headers } = await fetchJson();
  if (!isObject(body) || !Array.isArray(body.keys)) {
    throw new Error("what it answers is no JWK Set: it must be an object with an array 'keys'.");
  }
  return { keys: body.keys.slice(0, mostKeys).map(readKey), maxAgeSeconds: maxAgeOf(headers) };
}

/** RFC 9111 §4.2.1, §5.2.2: how long the answer may be reused. */
function maxAgeOf(headers: FetchedJson['headers']): number | undefined {
  const control = headers['cache-control'] ?? '';
  if (/(?:^|[,\s])no-(?:store|cache)(?:$|[,\s=])/i.test(control)) return 0;
  const maxAge = /(?:^|[,\s])max-age="?(\d{1,9})/i.exec(control)?.[1];
  if (maxAge !== undefined) return Number(maxAge);
  const seconds = (Date.parse(headers.expires ?? '') - Date.parse(headers.date ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function readKey(jwk: unknown): JwksKey {
  const kid = isObject(jwk) && typeof jwk.kid === 'string' ? jwk.kid : undefined;
  const unusable = (problem: string, bits?: number): JwksKey => ({
    kid,
    usable: false,
    problem,
    bits,
    key: undefined,
  });
  if (!isObject(jwk)) return unusable('is not an object');
  const notForUs = jwkProblem(jwk);
  if (notForUs) return unusable(notForUs);
  try {
    // Only the public members: what else a key carries is no business of ours.
    const key = createPublicKey({ key: { kty: 'RSA', n: jwk.n, e: jwk.e } as never, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    const problem = keyProblem(key);
    return problem ? unusable(problem, bits) : { kid, usable: true, problem: undefined, bits, key };
  } catch {
    return unusable('cannot be read');
  }
}
