import { createPublicKey, hash, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';

const leastBits = 2048;
/** Verifying costs grow with the square of the size: a huge key would be a way to keep us busy. */
const mostBits = 8192;
const mostExponent = 2n ** 32n;

/** Reads an RSA public key as people have it: SPKI or PKCS#1 PEM, a certificate, or a JWK. Never a private one (ADR 9). */
export function importPublicKey(text: string): KeyObject {
  const trimmed = text.trim();
  refusePrivate(trimmed);
  const key = parse(trimmed);
  const problem = keyProblem(key);
  if (problem) throw refused(problem);
  return key;
}

/** Why a key cannot verify RS512 assertions here; nothing when it can. */
export function keyProblem(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType !== 'rsa')
    return `is a key of type ${key.asymmetricKeyType}, and RS512 needs RSA`;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < leastBits) return `has ${bits} bits, and at least ${leastBits} are needed`;
  if (bits > mostBits) return `has ${bits} bits, and at most ${mostBits} are accepted`;
  // With the exponent 1 anybody can sign; a long one makes each check as dear as a signature.
  const exponent = key.asymmetricKeyDetails?.publicExponent ?? 0n;
  if (exponent < 3n || exponent % 2n === 0n || exponent > mostExponent)
    return 'has a public exponent that is not safe: 65537 is the usual one';
  return undefined;
}

/** What a JWK says that it is not for (RFC 7517 §4); RFC 8725 §3.1: a key is for one algorithm. */
export function jwkProblem(jwk: Readonly<Record<string, unknown>>): string | undefined {
  if (jwk.kty !== 'RSA') return `is of type ${shown(jwk.kty)}, not RSA`;
  if (jwk.use !== undefined && jwk.use !== 'sig') return `is for the use ${shown(jwk.use)}`;
  if (jwk.key_ops !== undefined && !(Array.isArray(jwk.key_ops) && jwk.key_ops.includes('verify')))
    return "does not list 'verify' among its key_ops";
  if (jwk.alg !== undefined && jwk.alg !== 'RS512') return `is for the algorithm ${shown(jwk.alg)}`;
  return undefined;
}

const shown = (value: unknown) => `'${typeof value === 'string' ? value.slice(0, 60) : typeof value}'`;

/** Of the SPKI, so that people can compare it: what `openssl pkey -pubin -outform der | openssl dgst -sha256` prints. */
export function fingerprint(key: KeyObject): string {
  const spki = key.export({ type: 'spki', format: 'der' });
  return (hash('sha256', spki, 'hex').match(/../g) ?? []).join(':');
}

function parse(text: string): KeyObject {
  try {
    if (text.startsWith('{')) return parseJwk(JSON.parse(text));
    if (text.includes('BEGIN CERTIFICATE')) return new X509Certificate(text).publicKey;
    return createPublicKey(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused(
      'is none that can be read: paste a PEM (-----BEGIN PUBLIC KEY-----), a certificate or a JWK',
    );
  }
}

function parseJwk(jwk: Readonly<Record<string, unknown>>): KeyObject {
  if (privateMembers.some((name) => Object.hasOwn(jwk, name))) throw refusedAsPrivate();
  const problem = jwkProblem(jwk);
  if (problem) throw refused(problem);
  return createPublicKey({ key: { kty: 'RSA', n: jwk.n, e: jwk.e } as never, format: 'jwk' });
}

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

function refusePrivate(text: string): void {
  const isPrivate =
    /BEGIN [A-Z ]*PRIVATE KEY/.test(text) ||
    (text.startsWith('{') && /"(?:d|p|q|dp|dq|qi|k)"\s*:/.test(text));
  if (isPrivate) throw refusedAsPrivate();
}

function refusedAsPrivate(): AppError {
  return refused(
    'is a private key. It has now left your server: make a new pair, replace this one everywhere, and upload only the new public key',
  );
}

function refused(problem: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `The key ${problem}.` });
}
