import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';

export const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const privatePem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export interface Exchange {
  readonly path: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: JWTPayload;
  readonly context: Readonly<Record<string, unknown>>;
}

export type Reply = (response: ServerResponse) => void;

interface Expected {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
  /** Of the listening address when absent. */
  readonly audience?: string;
}

/**
 * A token endpoint on a free port that checks method, form, Basic and the RS512 signature for real. `replies` answer
 * the first exchanges in its place, one each, after the checks; then it grants.
 */
export async function startTokenEndpoint(t: TestContext, expected: Expected, replies: readonly Reply[] = []) {
  const exchanges: Exchange[] = [];
  const discoveries: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('/.well-known/openid-configuration')) {
      discoveries.push(request);
      return sendJson(response, 200, metadata(`http://${host}`, expected));
    }
    try {
      exchanges.push(
        await verify(request, { audience: `https://${host}/api/auth/realms/acme`, ...expected }),
      );
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(400, 'invalid_grant', String(error));
      return sendJson(response, refusal.status, {
        error: refusal.error,
        error_description: refusal.message,
      });
    }
    const reply = replies[exchanges.length - 1];
    if (reply) return reply(response);
    const seconds = (exchanges.at(-1)?.claims.exp ?? 0) - Math.floor(Date.now() / 1000);
    sendJson(response, 200, {
      access_token: `opaque-${exchanges.length}`,
      token_type: 'Bearer',
      expires_in: seconds,
      scope: 'embed',
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://${host}`, exchanges, discoveries };
}

export function metadata(url: string, { issuer, audience }: Pick<Expected, 'issuer' | 'audience'>) {
  const realm = `${url}/api/auth/realms/acme`;
  return {
    issuer: realm,
    token_endpoint: `${realm}/protocol/openid-connect/token`,
    assertion_issuer: issuer,
    assertion_audience: audience ?? realm.replace('http:', 'https:'),
  };
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

class Refusal extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

async function verify(
  request: IncomingMessage,
  expected: Expected & { readonly audience: string },
): Promise<Exchange> {
  const form = new URLSearchParams(await text(request));
  if (request.method !== 'POST') throw new Refusal(405, 'invalid_request', 'POST only');
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    throw new Refusal(415, 'invalid_request', 'form only');
  }
  const [clientId, clientSecret] = readBasic(request.headers.authorization ?? '');
  if (clientId !== expected.clientId || clientSecret !== expected.clientSecret) {
    throw new Refusal(401, 'invalid_client', 'unknown client or wrong secret');
  }
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
    throw new Refusal(400, 'unsupported_grant_type', 'jwt-bearer only');
  }
  if (form.get('scope') !== 'embed') throw new Refusal(400, 'invalid_scope', 'embed only');
  const assertion = form.get('assertion') ?? '';
  const { payload } = await jwtVerify(assertion, pair.publicKey, {
    algorithms: ['RS512'],
    issuer: expected.issuer,
    audience: expected.audience,
    subject: expected.clientId,
    requiredClaims: ['exp', 'jti', 'embed_context'],
  });
  return {
    path: request.url ?? '',
    header: { ...decodeProtectedHeader(assertion) },
    claims: payload,
    context: payload.embed_context as Record<string, unknown>,
  };
}

/** RFC 6749 §2.3.1: split at the first colon, then form-decode each part. */
function readBasic(header: string): readonly [string, string] {
  const pair = Buffer.from(header.replace(/^Basic /, ''), 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const decode = (part: string) => new URLSearchParams(`v=${part}`).get('v') ?? '';
  return [decode(pair.slice(0, colon)), decode(pair.slice(colon + 1))];
}
