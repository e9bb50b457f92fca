import { type KeyObject, verify } from 'node:crypto';
import { isObject, parseStrictObject } from '../../platform/identity/strict-json.ts';
import type { AuthSettings } from './auth-settings.ts';
import type { JwksCache } from './jwks-cache.ts';

/** A well-formed compact JWS (RFC 7515 §3.1). Nothing in it is verified yet. */
export interface ParsedAssertion {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signingInput: string;
  readonly signature: Buffer;
}

/** Returns a sentence that says what to change if the assertion is malformed. */
export function parseAssertion(assertion: string): ParsedAssertion | string {
  const first = assertion.indexOf('.');
  const second = assertion.indexOf('.', first + 1);
  if (first < 0 || second < 0 || assertion.indexOf('.', second + 1) >= 0) {
    return 'assertion must be a JWT in compact form: three parts separated by dots.';
  }
  const header = decodePart(assertion.slice(0, first));
  if (!header)
    return 'The header of the assertion must be a base64url-encoded JSON object in UTF-8, without duplicate names, nested at most 64 levels deep.';
  const claims = decodePart(assertion.slice(first + 1, second));
  if (!claims)
    return 'The payload of the assertion must be a base64url-encoded JSON object in UTF-8, without duplicate names, nested at most 64 levels deep.';
  const signature = decodeBase64Url(assertion.slice(second + 1));
  if (!signature) return 'The signature of the assertion must be base64url-encoded without padding.';
  return { header, claims, signature, signingInput: assertion.slice(0, second) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodePart(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decodeBase64Url(part);
  if (!bytes) return undefined;
  try {
    return parseStrictObject(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** RFC 7515 §2. Node accepts padding, other characters and non-zero trailing bits, so the text is encoded again. */
function decodeBase64Url(text: string): Buffer | undefined {
  if (text === '' || text.length % 4 === 1) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

/** What an assertion must contain to be accepted for a tenant. */
interface AssertionPolicy {
  readonly issuer: string;
  readonly subject: string;
  /** The embed settings display the first one; an instance on plain http also accepts a second. */
  readonly audiences: readonly string[];
  readonly replayProtection: boolean;
  readonly now: number;
}

export function assertionPolicy(
  { identifiers, clientId, replayProtection }: AuthSettings,
  now: number,
): AssertionPolicy {
  const { issuer, audiences } = identifiers;
  return { issuer, audiences, subject: clientId, replayProtection, now };
}

export interface AssertionCheck {
  /** Stored as the reason of a refusal. */
  readonly name: string;
  /** Returns a sentence that says what to change, or nothing if the check passes. */
  readonly problem: (assertion: ParsedAssertion, policy: AssertionPolicy) => string | undefined;
}

/** Checked before the signature, since these decide how to verify it. RFC 8725 §3.1: the server chooses the algorithm. */
export const HEADER_CHECKS: readonly AssertionCheck[] = [
  {
    name: 'alg',
    problem: ({ header }) =>
      header.alg === 'RS512' ? undefined : `alg must be 'RS512', got ${quote(header.alg)}.`,
  },
  {
    name: 'typ',
    // RFC 8725 §3.11: rejects JWTs that were issued for another purpose.
    problem: ({ header }) =>
      header.typ === undefined ||
      (typeof header.typ === 'string' && /^(?:application\/)?jwt$/i.test(header.typ))
        ? undefined
        : `typ must be 'JWT' or omitted, got ${quote(header.typ)}.`,
  },
  {
    name: 'crit',
    // RFC 7515 §4.1.11: unknown extensions must be rejected, not ignored.
    problem: ({ header }) =>
      header.crit === undefined && header.b64 === undefined
        ? undefined
        : 'crit and b64 are not supported. Omit them.',
  },
  {
    name: 'kid',
    problem: ({ header }) =>
      header.kid === undefined || (typeof header.kid === 'string' && header.kid.length <= 256)
        ? undefined
        : 'kid must be a string of at most 256 characters.',
  },
];

const clockSkew = 30;

/** In seconds this is the year 5138; in milliseconds, which some libraries send by mistake, it is 1973. */
const minMilliseconds = 1e11;

/** RFC 7523 §3, in its order. */
export const CLAIM_CHECKS: readonly AssertionCheck[] = [
  {
    name: 'iss',
    problem: ({ claims }, { issuer }) =>
      claims.iss === issuer ? undefined : `iss must be '${issuer}', got ${quote(claims.iss)}.`,
  },
  {
    name: 'sub',
    problem: ({ claims }, { subject }) =>
      claims.sub === subject ? undefined : `sub must be '${subject}', got ${quote(claims.sub)}.`,
  },
  {
    name: 'aud',
    problem: ({ claims: { aud } }, { audiences }) => {
      const given: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
      const strings = given.every((entry) => typeof entry === 'string');
      return strings && audiences.some((audience) => given.includes(audience))
        ? undefined
        : `aud must be '${audiences[0]}', got ${quote(aud)}.`;
    },
  },
  {
    name: 'exp',
    problem: ({ claims: { exp } }, { now }) => {
      if (!Number.isSafeInteger(exp))
        return `exp must be a whole number of seconds since 1970, got ${quote(exp)}.`;
      // Read as seconds, it would give a token meant for minutes the longest lifetime the settings allow.
      if ((exp as number) >= minMilliseconds)
        return `exp must be in seconds since 1970, but ${exp} looks like milliseconds. Divide it by 1000.`;
      const late = Math.floor(now / 1000) - (exp as number);
      return late >= 0 ? `exp must be in the future, but the assertion expired ${late} s ago.` : undefined;
    },
  },
  {
    name: 'nbf',
    problem: ({ claims: { nbf } }, { now }) => notInFuture('nbf', nbf, now),
  },
  {
    name: 'iat',
    problem: ({ claims: { iat } }, { now }) => notInFuture('iat', iat, now),
  },
  {
    name: 'jti',
    problem: ({ claims: { jti } }, { replayProtection }) => {
      if (jti === undefined && !replayProtection) return undefined;
      return typeof jti === 'string' && jti !== '' && jti.length <= 1024
        ? undefined
        : 'jti must be a string, new and random for each assertion.';
    },
  },
];

function notInFuture(name: string, value: unknown, now: number): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value))
    return `${name} must be a number of seconds since 1970.`;
  const early = Math.ceil(value - now / 1000);
  return early > clockSkew
    ? `${name} is ${early} s in the future. Check the clock of your server.`
    : undefined;
}

function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text =
    typeof value === 'string'
      ? value
      : isObject(value) || Array.isArray(value)
        ? JSON.stringify(value)
        : String(value);
  return `'${text.length > 120 ? `${text.slice(0, 120)}...` : text}'`;
}

interface SignatureProblem {
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
  { signature: source, tenantId }: AuthSettings,
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
