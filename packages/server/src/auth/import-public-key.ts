import { createPublicKey, hash, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError } from '../errors.ts';

const leastBits = 2048;
/** Verifying costs grow with the square of the size: a huge key would be a way to keep us busy. */
const mostBits = 8192;

/** Reads an RSA public key as people have it: SPKI or PKCS#1 PEM, a certificate, or a JWK. Never a private one. */
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
  return undefined;
}

/** Of the SPKI, so that people can compare it: what `openssl pkey -pubin -outform der | openssl dgst -sha256` prints. */
export function fingerprint(key: KeyObject): string {
  const spki = key.export({ type: 'spki', format: 'der' });
  return (hash('sha256', spki, 'hex').match(/../g) ?? []).join(':');
}

function parse(text: string): KeyObject {
  try {
    if (text.startsWith('{')) return createPublicKey({ key: JSON.parse(text), format: 'jwk' });
    if (text.includes('BEGIN CERTIFICATE')) return new X509Certificate(text).publicKey;
    return createPublicKey(text);
  } catch {
    throw refused(
      'is none that can be read: paste a PEM (-----BEGIN PUBLIC KEY-----), a certificate or a JWK',
    );
  }
}

function refusePrivate(text: string): void {
  const isPrivate =
    /BEGIN [A-Z ]*PRIVATE KEY/.test(text) ||
    (text.startsWith('{') && /"(?:d|p|q|dp|dq|qi|k)"\s*:/.test(text));
  if (!isPrivate) return;
  throw refused(
    'is a private key. It has now left your server: make a new pair, replace this one everywhere, and upload only the new public key',
  );
}

function refused(problem: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `The key ${problem}.` });
}
