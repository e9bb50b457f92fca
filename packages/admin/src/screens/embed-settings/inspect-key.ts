/** What is known about a key before it is sent. Reasons are keys of the messages. */
export type Inspection =
  | { readonly kind: 'good'; readonly bits: number; readonly fingerprint: string }
  | { readonly kind: 'later'; readonly reason: 'certificate' | 'notSecure' }
  | { readonly kind: 'bad'; readonly reason: 'private' | 'tooShort' | 'unreadable'; readonly bits?: number };

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' } as const;
export const MIN_BITS = 2048;

/** Reads a public key in the browser. The server decides; this only saves a round trip. */
export async function inspectKey(text: string): Promise<Inspection> {
  const trimmed = text.trim();
  if (/PRIVATE KEY/.test(trimmed) || /"d"\s*:/.test(trimmed)) return { kind: 'bad', reason: 'private' };
  if (/BEGIN CERTIFICATE/.test(trimmed)) return { kind: 'later', reason: 'certificate' };
  // Browsers offer this on https and localhost only.
  if (globalThis.crypto?.subtle === undefined) return { kind: 'later', reason: 'notSecure' };
  try {
    const key = await importKey(trimmed);
    const bits = (key.algorithm as RsaHashedKeyAlgorithm).modulusLength;
    if (bits < MIN_BITS) return { kind: 'bad', reason: 'tooShort', bits };
    const spki = await crypto.subtle.exportKey('spki', key);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', spki));
    return {
      kind: 'good',
      bits,
      fingerprint: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(':'),
    };
  } catch {
    return { kind: 'bad', reason: 'unreadable' };
  }
}

async function importKey(text: string): Promise<CryptoKey> {
  if (text.startsWith('{')) {
    const { kty, n, e } = JSON.parse(text) as JsonWebKey;
    return crypto.subtle.importKey('jwk', { kty, n, e } as JsonWebKey, algorithm, true, ['verify']);
  }
  const bytes = Uint8Array.from(atob(text.replaceAll(/-----[A-Z ]+-----|\s/g, '')), (character) =>
    character.charCodeAt(0),
  );
  const spki = /BEGIN RSA PUBLIC KEY/.test(text) ? wrapPkcs1(bytes) : bytes;
  return crypto.subtle.importKey('spki', spki, algorithm, true, ['verify']);
}

/** RFC 8017 §A.1: an RSAPublicKey alone is no SPKI; the algorithm's identifier goes around it. */
function wrapPkcs1(key: Uint8Array): Uint8Array<ArrayBuffer> {
  const rsaEncryption = [
    0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
  ];
  const bitString = [0x03, ...derLength(key.length + 1), 0x00];
  const inner = rsaEncryption.length + bitString.length + key.length;
  return Uint8Array.from([0x30, ...derLength(inner), ...rsaEncryption, ...bitString, ...key]);
}

function derLength(length: number): number[] {
  if (length < 0x80) return [length];
  if (length < 0x100) return [0x81, length];
  return [0x82, length >> 8, length & 0xff];
}
