import {
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import type { Services } from '../../../services.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../accounts/clock-tolerance.ts';
import { isId } from '../accounts/is-id.ts';
import type { MetadataOf } from '../oidc/provider-metadata.ts';
import type { OidcProvider } from '../settings/providers.ts';
import type { KeysOf } from './provider-keys.ts';

/** Whose sessions a provider ends: of a subject, one session, or both. */
export interface LogoutToken {
  readonly jti: string;
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

export interface LogoutServices extends Pick<Services, 'time'> {
  readonly metadataOf: MetadataOf;
  readonly keysOf: KeysOf;
}

/** With a public key: neither `none` nor HMAC. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Providers send it when the session ends; later it would be a copy. */
export const MAX_AGE_SECONDS = 5 * 60;

export class InvalidLogoutToken extends Error {
  override readonly name = 'InvalidLogoutToken';
}

/**
 * OpenID Connect Back-Channel Logout 1.0 §2.6. Rejects with `InvalidLogoutToken`, or with `ProviderFault` if the keys of
 * the provider cannot be fetched.
 */
export async function verifyLogoutToken(
  { time, metadataOf, keysOf }: LogoutServices,
  { tenantId, settings }: OidcProvider,
  token: string,
): Promise<LogoutToken> {
  const { jwks_uri } = await metadataOf(tenantId, settings);
  const { payload, protectedHeader } = await verified(token, keysOf(tenantId, jwks_uri), {
    issuer: settings.issuer,
    audience: settings.clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(time.now()),
    maxTokenAge: MAX_AGE_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const { typ } = protectedHeader;
  if (typ !== undefined && !['logout+jwt', 'jwt'].includes(String(typ).toLowerCase()))
    throw invalid('typ', 'of another kind of token');
  // An ID token has one: it must not pass for a logout token.
  if ('nonce' in payload) throw invalid('nonce', 'present');
  if (!isLogout(payload.events)) throw invalid('events', 'not a logout');
  const { jti } = payload;
  const subject = idOf(payload, 'sub');
  const session = idOf(payload, 'sid');
  if (subject === undefined && session === undefined) throw invalid('sub and sid', 'missing');
  if (!isId(jti)) throw invalid('jti', 'not an id');
  return { jti, issuer: settings.issuer, subject, session };
}

async function verified(
  token: string,
  key: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, key, options);
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new InvalidLogoutToken(error.message, { cause: error });
    throw error;
  }
}

function isLogout(events: unknown): boolean {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return false;
  const event = (events as Readonly<Record<string, unknown>>)[EVENT];
  return typeof event === 'object' && event !== null;
}

function idOf(payload: JWTPayload, name: 'sub' | 'sid'): string | undefined {
  const value = payload[name];
  if (value === undefined) return undefined;
  if (isId(value)) return value;
  throw invalid(name, 'not an id');
}

const invalid = (name: string, problem: string) =>
  new InvalidLogoutToken(`The logout token’s ${name}: ${problem}.`);
