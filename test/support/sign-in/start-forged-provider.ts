import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

type Claims = Readonly<Record<string, unknown>>;

/** A provider that can be made to lie: everything that it sends is up to the test. */
export interface ForgedProvider {
  readonly issuer: string;
  readonly client: { readonly clientId: string };
  /** Replaces parts of the discovery document. */
  metadata: Claims;
  /** Replaces claims of the ID token; undefined removes one. */
  claims: Claims;
  /** Makes the ID token. */
  sign: (claims: Claims) => Promise<string>;
  userInfo: Claims | undefined;
  /** Answers a path instead of the provider. */
  readonly instead: Map<string, RequestListener>;
  /** The paths that were requested. */
  readonly requests: string[];
  /** Of the last authorization request. */
  asked: URLSearchParams;
  /** Of the last token request. */
  redeemed: URLSearchParams;
  /** Signs as a provider should. */
  readonly signWell: (claims: Claims, header?: Partial<JWTHeaderParameters>) => Promise<string>;
  /** Behaves again. */
  reset(): void;
  close(): void;
}

const CLIENT = { clientId: 'inlay' };

export async function startForgedProvider(): Promise<ForgedProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'forged', use: 'sig', alg: 'RS256' };
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signWell: ForgedProvider['signWell'] = (claims, header = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'forged', typ: 'JWT', ...header })
      .sign(privateKey);

  const documents: Readonly<Record<string, (request: IncomingMessage) => Promise<unknown>>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...(forged.userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
      ...forged.metadata,
    }),
    '/keys': async () => ({ keys: [jwk] }),
    '/userinfo': async () => forged.userInfo,
    '/token': async (request) => {
      forged.redeemed = new URLSearchParams(await text(request));
      const id_token = await forged.sign(idTokenClaims());
      return { access_token: 'access', token_type: 'Bearer', id_token };
    },
  };
  const idTokenClaims = (): Claims => {
    const now = Math.floor(Date.now() / 1000);
    const all: Claims = {
      iss: issuer,
      sub: 'victim',
      aud: CLIENT.clientId,
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce: forged.asked.get('nonce'),
      email: 'victim@company.test',
      email_verified: true,
      ...forged.claims,
    };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  };
  const answer: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    forged.requests.push(url.pathname);
    const other = forged.instead.get(url.pathname);
    if (other) return void other(request, response);
    if (url.pathname === '/authorize') {
      forged.asked = url.searchParams;
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'code');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      return void response.writeHead(302, { location: back.href }).end();
    }
    const document = documents[url.pathname];
    if (!document) return void response.writeHead(404).end();
    void document(request).then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  };
  const behaved = () => ({
    metadata: {},
    claims: {},
    userInfo: undefined,
    sign: (claims: Claims) => signWell(claims),
  });
  const forged: ForgedProvider = {
    ...behaved(),
    issuer,
    client: CLIENT,
    instead: new Map(),
    requests: [],
    asked: new URLSearchParams(),
    redeemed: new URLSearchParams(),
    signWell,
    reset: () => {
      Object.assign(forged, behaved());
      forged.instead.clear();
      forged.requests.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  publicKeys.set(forged, await exportSPKI(publicKey));
  return forged;
}

const publicKeys = new WeakMap<ForgedProvider, string>();

/** The public key as the secret of an HMAC, in the hope that the algorithm is taken from the token. */
export function signWithPublicKey(forged: ForgedProvider, claims: Claims): string {
  const head = `${encode({ alg: 'HS256', kid: 'forged' })}.${encode(claims)}`;
  const mac = createHmac('sha256', publicKeys.get(forged) ?? '').update(head);
  return `${head}.${mac.digest('base64url')}`;
}

export const withoutSignature = (claims: Claims): string => `${encode({ alg: 'none' })}.${encode(claims)}.`;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
