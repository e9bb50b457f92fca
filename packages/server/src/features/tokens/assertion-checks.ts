import { isObject } from '../../platform/identity/strict-json.ts';
import type { EmbedSettings } from './embed-settings.ts';
import type { ParsedAssertion } from './parse-assertion.ts';

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
  { identifiers, clientId, replayProtection }: EmbedSettings,
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
