import type { KeyObject } from 'node:crypto';
import type { FetchedJson } from '../../platform/egress/fetch-json.ts';
import { isObject } from '../../platform/identity/strict-json.ts';
import { jwkProblem, keyProblem, rsaPublicKey } from './import-public-key.ts';

export interface JwksKey {
  readonly kid: string | undefined;
  readonly usable: boolean;
  /** Why it is not used. */
  readonly problem: string | undefined;
  readonly bits: number | undefined;
  readonly key: KeyObject | undefined;
}

export interface Jwks {
  readonly keys: readonly JwksKey[];
  readonly maxAgeSeconds: number | undefined;
}

const maxKeys = 100;
/** For sets without `kid`s: each key that is tried costs a verification. */
const maxTried = 8;

/** The keys that may have signed an assertion with this `kid`. */
export function keysToTry<Key extends { readonly kid: string | undefined }>(
  keys: readonly Key[],
  kid: string | undefined,
): readonly Key[] {
  return keys.filter((key) => kid === undefined || key.kid === kid).slice(0, maxTried);
}

/** Fetches a JWK Set. Keys of other types or for other uses are ignored, as RFC 7517 §5 recommends. */
export async function readJwks(fetchJson: () => Promise<FetchedJson>): Promise<Jwks> {
  const { body, headers } = await fetchJson();
  if (!isObject(body) || !Array.isArray(body.keys)) {
    throw new Error("the response is not a JWK Set, which is an object with an array 'keys'.");
  }
  return { keys: body.keys.slice(0, maxKeys).map(readKey), maxAgeSeconds: maxAgeOf(headers) };
}

/** RFC 9111 §4.2.1, §5.2.2: how long the response may be reused. */
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
  const otherUse = jwkProblem(jwk);
  if (otherUse) return unusable(otherUse);
  try {
    const key = rsaPublicKey(jwk);
    const bits = key.asymmetricKeyDetails?.modulusLength;
    const problem = keyProblem(key);
    return problem ? unusable(problem, bits) : { kid, usable: true, problem: undefined, bits, key };
  } catch {
    return unusable('cannot be read');
  }
}
