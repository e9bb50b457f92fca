import { createPublicKey, hash, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';

const minBits = 2048;
/** The cost of verification grows with the square of the key size: huge keys would allow denial of service. */
const maxBits = 8192;
const maxExponent = 2n ** 32n;

/** Reads an RSA public key from SPKI or PKCS#1 PEM, a certificate, or a JWK. Rejects private keys (ADR 9). */
export function importPublicKey(text: string): KeyObject {
  const trimmed = text.trim();
  rejectPrivateKey(trimmed);
  const key = parse(trimmed);
  const problem = keyProblem(key);
  if (problem) throw refused(problem);
  return key;
}

/** Says why a key cannot verify RS512 assertions; returns nothing if it can. */
export function keyProblem(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType !== 'rsa') return `is of type ${key.asymmetricKeyType}, but RS512 requires RSA`;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < minBits) return `has ${bits} bits, but at least ${minBits} are required`;
  if (bits > maxBits) return `has ${bits} bits, but at most ${maxBits} are supported`;
  // Anyone can forge signatures for exponent 1; a long exponent makes verification as slow as signing.
  const exponent = key.asymmetricKeyDetails?.publicExponent ?? 0n;
  if (exponent < 3n || exponent % 2n === 0n || exponent > maxExponent)
    return 'has an unsafe public exponent; use 65537';
  return undefined;
}

/** Says why a JWK is not meant for RS512 signatures (RFC 7517 §4; RFC 8725 §3.1: one algorithm per key). */
export function jwkProblem(jwk: Readonly<Record<string, unknown>>): string | undefined {
  if (jwk.kty !== 'RSA') return `is of type ${quote(jwk.kty)}, not RSA`;
  if (jwk.use !== undefined && jwk.use !== 'sig') return `is for the use ${quote(jwk.use)}`;
  if (jwk.key_ops !== undefined && !(Array.isArray(jwk.key_ops) && jwk.key_ops.includes('verify')))
    return "does not list 'verify' among its key_ops";
  if (jwk.alg !== undefined && jwk.alg !== 'RS512') return `is for the algorithm ${quote(jwk.alg)}`;
  return undefined;
}

const quote = (value: unknown) => `'${typeof value === 'string' ? value.slice(0, 60) : typeof value}'`;

/** SHA-256 of the SPKI, as `openssl pkey -pubin -outform der | openssl dgst -sha256` prints it. */
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
    throw refused('cannot be read. Paste a PEM (-----BEGIN PUBLIC KEY-----), a certificate or a JWK');
  }
}

function parseJwk(jwk: Readonly<Record<string, unknown>>): KeyObject {
  if (privateMembers.some((name) => Object.hasOwn(jwk, name))) throw privateKeyRefused();
  const problem = jwkProblem(jwk);
  if (problem) throw refused(problem);
  return rsaPublicKey(jwk);
}

/** Imports the public members and ignores all others. Throws if they are malformed. */
export function rsaPublicKey({ n, e }: Readonly<Record<string, unknown>>): KeyObject {
  if (typeof n !== 'string' || typeof e !== 'string') throw new TypeError('n and e must be strings');
  return createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
}

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

function rejectPrivateKey(text: string): void {
  const isPrivate =
    /BEGIN [A-Z ]{0,40}PRIVATE KEY/.test(text) ||
    (text.startsWith('{') && /"(?:d|p|q|dp|dq|qi|k)"\s*:/.test(text));
  if (isPrivate) throw privateKeyRefused();
}

function privateKeyRefused(): AppError {
  return refused(
    'is a private key, which is now compromised because it left your server. Generate a new key pair, replace this key everywhere, and upload only the new public key',
  );
}

function refused(problem: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `The key ${problem}.` });
}
