import { createPrivateKey, KeyObject, type webcrypto } from 'node:crypto';
import { configurationError, type InlayError } from './errors.ts';

/** PEM text (PKCS#8 or PKCS#1), or a key that Node or Web Crypto already holds. */
export type PrivateKey = string | Uint8Array | KeyObject | webcrypto.CryptoKey;

type SigningKey = KeyObject | webcrypto.CryptoKey;

const minBits = 2048;

/** Reads the key once, so that a wrong key fails at startup instead of for the first viewer. */
export function readPrivateKey(input: PrivateKey): SigningKey {
  if (input instanceof KeyObject) return checkKeyObject(input);
  if (typeof input === 'string') return checkKeyObject(parsePem(input));
  if (input instanceof Uint8Array) return checkKeyObject(parsePem(Buffer.from(input).toString('utf8')));
  if (isCryptoKey(input)) return checkCryptoKey(input);
  throw configurationError('privateKey must be PEM text, a KeyObject or a CryptoKey.');
}

function parsePem(text: string): KeyObject {
  // Line breaks of a PEM in an environment variable are often written as `\n`.
  const pem = text.includes('\n') ? text : text.replaceAll('\\n', '\n');
  if (/-----BEGIN (?:RSA )?PUBLIC KEY-----|-----BEGIN CERTIFICATE-----/.test(pem)) throw publicKeyGiven();
  if (/-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem)) {
    throw configurationError(
      'privateKey is encrypted. Decrypt it with createPrivateKey({ key, passphrase }) from node:crypto and pass the result.',
    );
  }
  try {
    return createPrivateKey(pem);
  } catch {
    // Without the parser's error as cause: it is no help, and nothing about a key belongs in a log.
    throw configurationError(
      'privateKey is not a private key in PEM format, which starts with -----BEGIN PRIVATE KEY----- or ' +
        '-----BEGIN RSA PRIVATE KEY-----. Pass the content of the file, not its name.',
    );
  }
}

function checkKeyObject(key: KeyObject): KeyObject {
  if (key.type === 'public') throw publicKeyGiven();
  if (key.asymmetricKeyType !== 'rsa') throw notRsa(key.asymmetricKeyType ?? key.type);
  checkBits(key.asymmetricKeyDetails?.modulusLength ?? 0);
  return key;
}

function checkCryptoKey(key: webcrypto.CryptoKey): webcrypto.CryptoKey {
  if (key.type === 'public') throw publicKeyGiven();
  const { name, hash, modulusLength } = key.algorithm as webcrypto.RsaHashedKeyAlgorithm;
  if (name !== 'RSASSA-PKCS1-v1_5' || hash.name !== 'SHA-512' || !key.usages.includes('sign')) {
    throw configurationError(
      "privateKey must be a CryptoKey for RS512: RSASSA-PKCS1-v1_5 with SHA-512 and the usage 'sign'.",
    );
  }
  checkBits(modulusLength);
  return key;
}

function isCryptoKey(value: unknown): value is webcrypto.CryptoKey {
  return Object.prototype.toString.call(value) === '[object CryptoKey]';
}

// RFC 7518 §3.3: a key of 2048 bits or larger must be used with RS512.
function checkBits(bits: number): void {
  if (bits >= minBits) return;
  throw configurationError(
    `privateKey has ${bits} bits, but RS512 requires at least ${minBits}. Generate a new key pair and upload its public key.`,
  );
}

function publicKeyGiven(): InlayError {
  return configurationError(
    'privateKey is a public key. Pass the private key of the pair, and upload the public key in the Embed Settings.',
  );
}

function notRsa(kind: string): InlayError {
  return configurationError(`privateKey is of type ${kind}, but RS512 requires an RSA private key.`);
}
