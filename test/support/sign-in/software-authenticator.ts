import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Options as the server sends them, as far as an authenticator reads them. */
export interface CeremonyOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** What a test changes about an otherwise correct response. */
export interface Odd {
  readonly origin?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly type?: string;
  readonly challenge?: unknown;
  readonly userHandle?: string;
  /** Sends a certificate, in an attestation that was not asked for. */
  readonly certificate?: Buffer;
  /** Signs with another key. */
  readonly isForged?: boolean;
}

export interface SoftwareAuthenticator {
  create(options: CeremonyOptions, odd?: Odd): object;
  get(options: CeremonyOptions, odd?: Odd): object;
}

const FLAG = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

/** An authenticator with one key, as a browser presents it at an origin (WebAuthn Level 3 §6). */
export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
  const id = randomBytes(32);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let uses = 0;
  let userHandle: string | undefined;
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  };
  const clientData = (type: string, { challenge }: CeremonyOptions, odd: Odd) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, flags: number, odd: Odd) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(odd.counter ?? uses);
    const verified = (odd.userVerified ?? true) ? FLAG.userVerified : 0;
    return Buffer.concat([
      createHash('sha256')
        .update(odd.rpId ?? rpId)
        .digest(),
      Buffer.from([FLAG.userPresent | verified | flags]),
      counter,
    ]);
  };
  return {
    create(options, odd = {}) {
      userHandle = options.user?.id;
      const attested = Buffer.concat([
        authenticatorData(options.rp?.id ?? '', FLAG.attested, odd),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cosePublicKey(keys.publicKey.export({ format: 'jwk' })),
      ]);
      const attestation = new Map<string, Cbor>([
        ['fmt', odd.certificate ? 'packed' : 'none'],
        ['attStmt', statement(odd)],
        ['authData', attested],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options, odd).toString('base64url'),
          attestationObject: encode(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    get(options, odd = {}) {
      uses += 1;
      const signed = authenticatorData(options.rpId ?? '', 0, odd);
      const client = clientData('webauthn.get', options, odd);
      const { privateKey } = odd.isForged ? otherKeys : keys;
      const digest = createHash('sha256').update(client).digest();
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: signed.toString('base64url'),
          signature: sign('sha256', Buffer.concat([signed, digest]), privateKey).toString('base64url'),
          userHandle: odd.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** An EC2 key for ES256 (RFC 9053 §7.1). */
function cosePublicKey({ x = '', y = '' }: { readonly x?: string; readonly y?: string }): Buffer {
  return encode(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** With a signature that nobody gets to verify. */
const statement = ({ certificate }: Odd): Map<string, Cbor> =>
  new Map<string, Cbor>(
    certificate
      ? [
          ['alg', -7],
          ['sig', Buffer.from('signature')],
          ['x5c', [certificate]],
        ]
      : [],
  );

type Cbor = number | string | Buffer | readonly Cbor[] | Map<string | number, Cbor>;

/** The parts of CBOR that attestations use (RFC 8949 §3). */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, inner]) => [encode(key), encode(inner)]);
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  return Buffer.concat([head(4, value.length), ...value.map(encode)]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}
