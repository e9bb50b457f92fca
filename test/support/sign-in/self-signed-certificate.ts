import { type KeyObject, randomBytes, sign } from 'node:crypto';

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

interface Validity {
  readonly from?: Date;
  readonly until?: Date;
}

/** A certificate in PEM (RFC 5280 §4.1), with an RSA or EC key, as `node:crypto` makes none. */
export function selfSignedCertificate(
  { publicKey, privateKey }: Keys,
  { from = new Date(Date.now() - DAY_MS), until = new Date(Date.now() + 365 * DAY_MS) }: Validity = {},
): string {
  const algorithm =
    publicKey.asymmetricKeyType === 'rsa' ? sequence(RSA_SHA256, NULL) : sequence(ECDSA_SHA256);
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('provider')))));
  const content = sequence(
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(timeOf(from), timeOf(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey));
  const base64 = sequence(content, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`;
}

const DAY_MS = 86_400_000;

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);

const timeOf = (date: Date): Buffer =>
  der(0x18, Buffer.from(`${date.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`));

const NULL = Buffer.of(5, 0);
const RSA_SHA256 = Buffer.from('06092a864886f70d01010b', 'hex');
const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
