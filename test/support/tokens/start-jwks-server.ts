import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JwksServer {
  readonly url: string;
  /** The number of requests so far. */
  readonly visits: () => number;
  /** The response from now on. */
  serve(keys: readonly unknown[], headers?: Readonly<Record<string, string>>): void;
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}

/** Where a customer would host public keys: a real server on loopback. */
export async function startJwksServer(): Promise<JwksServer> {
  let visits = 0;
  let current: RequestListener = (_request, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    visits += 1;
    current(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    visits: () => visits,
    answer: (listener) => {
      current = listener;
    },
    serve: (keys, headers = {}) => {
      current = (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ keys }));
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface NamedPair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

export function makePair(kid: string): NamedPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS512' };
  return { kid, privateKey, publicKey, jwk };
}

/** A number of this size in the place of a modulus: real primes of 16,384 bits would take minutes. */
export function fakeKey(
  bits: number,
  e = 'AQAB',
): { readonly jwk: Record<string, unknown>; readonly pem: string } {
  const n = randomBytes(bits / 8);
  n[0] = (n[0] ?? 0) | 0x80;
  n[n.length - 1] = (n.at(-1) ?? 0) | 1;
  const jwk = { kty: 'RSA', n: n.toString('base64url'), e };
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
  return { jwk, pem };
}
