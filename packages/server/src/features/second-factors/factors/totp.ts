import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes of an authenticator app (RFC 6238), with the parameters that every app supports. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** The length of the output of SHA-1 (RFC 4226 §4, R6). */
const SECRET_BYTES = 20;
/** Steps before and after the current one, for clocks that differ and people who type slowly (RFC 6238 §5.2). */
const TOLERANCE = 1;

/** A random secret, as authenticator apps read it: Base32 without padding (RFC 4648 §6). */
export function newTotpSecret(): string {
  return encodeBase32(randomBytes(SECRET_BYTES));
}

/** The code of a time step (RFC 4226 §5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const totpStep = (now: number): number => Math.floor(now / STEP_MS);

/** The time step that a typed code belongs to, if it is one of now. */
export function matchingStep(secret: string, typed: string, now: number): number | undefined {
  const code = Buffer.from(typed.replaceAll(/\s/g, ''));
  const current = totpStep(now);
  // All are compared, so that the time does not tell how far a clock is off.
  const matching = Array.from(
    { length: 2 * TOLERANCE + 1 },
    (_, index) => current - TOLERANCE + index,
  ).filter((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return code.length === expected.length && timingSafeEqual(code, expected);
  });
  return matching[0];
}

/** What a QR code holds for an authenticator app. */
export function totpUri(
  secret: string,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  // Apps split the label at the colon.
  const label = [issuer.replaceAll(':', ' '), account].map(encodeURIComponent).join(':');
  // Not URLSearchParams, whose plus signs some apps show instead of spaces.
  const parameters = [
    `secret=${secret}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    `digits=${DIGITS}`,
    `period=${STEP_MS / 1000}`,
  ];
  return `otpauth://totp/${label}?${parameters.join('&')}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('');
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join(
    '',
  );
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
