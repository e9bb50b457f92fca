import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../../config.ts';
import { CALLER_GONE, recordAnswer } from '../../platform/http/measure-requests.ts';
import { safeHeaders } from '../../platform/http/safe-headers.ts';
import { randomText } from '../../platform/random-text.ts';
import type { Services } from '../../services.ts';
import type { TokenExchange } from './exchange-token.ts';
import { oauthAnswer } from './oauth-reply.ts';
import { hasTwoAuthorizations } from './two-authorizations.ts';

/** Whether it took the request. What it leaves belongs to the framework. */
export type Lane = (request: IncomingMessage, response: ServerResponse) => boolean;

const address = /^\/api\/auth\/realms\/([a-z0-9-]{1,63})\/protocol\/openid-connect\/token$/;
const form = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;
const route = '/api/auth/realms/:realm/protocol/openid-connect/token';
const mostBytes = 64 * 1024;

/**
 * Token exchanges in their usual form go past the framework, which costs as much as verifying a signature. Whatever is
 * unusual about a request (another method, type or address, no length, a long body) is left to the route of the same
 * address, which answers it as it answers everything; the two share all that decides. See ADR 130.
 */
export function createTokenLane(services: Services, exchange: TokenExchange): Lane {
  const addressOf = callerAddress(services.config);

  const answer = async (
    realm: string,
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
    started: number,
  ) => {
    const requestId = randomText(12, 'hex');
    let statusCode = 200;
    try {
      const { authorization } = request.headers;
      const caller = { requestId, ip: addressOf(request) };
      const token = await exchange({ realm, authorization, body, caller });
      reply(response, requestId, statusCode, {}, token);
    } catch (thrown) {
      const refusal = oauthAnswer(thrown);
      statusCode = refusal.statusCode;
      if (statusCode >= 500) services.log.error({ requestId, err: thrown }, 'token request failed');
      reply(response, requestId, statusCode, refusal.headers, refusal.body);
    }
    const ms = performance.now() - started;
    recordAnswer(services, { requestId, method: 'POST', route, statusCode, ms });
  };

  return (request, response) => {
    const realm = realmOf(request);
    if (realm === undefined) return false;
    const started = performance.now();
    const gone = () => {
      const ms = performance.now() - started;
      const requestId = randomText(12, 'hex');
      recordAnswer(services, { requestId, method: 'POST', route, statusCode: CALLER_GONE, ms });
    };
    readBody(request, (body) => void answer(realm, request, body, response, started), gone);
    return true;
  };
}

function realmOf({ method, url = '', headers, rawHeaders }: IncomingMessage): string | undefined {
  const usual =
    method === 'POST' &&
    !hasTwoAuthorizations(rawHeaders) &&
    Number(headers['content-length']) <= mostBytes &&
    form.test(headers['content-type'] ?? '');
  return usual ? address.exec(url)?.[1] : undefined;
}

/** A caller who hangs up half-way needs no answer. */
function readBody(request: IncomingMessage, done: (body: string) => void, gone: () => void): void {
  let chunks: Buffer | undefined;
  request.on('data', (chunk: Buffer) => {
    chunks = chunks ? Buffer.concat([chunks, chunk]) : chunk;
  });
  request.on('end', () => done(chunks?.toString() ?? ''));
  request.on('error', gone);
}

function reply(
  response: ServerResponse,
  requestId: string,
  statusCode: number,
  headers: Readonly<Record<string, string>>,
  body: object,
): void {
  const text = JSON.stringify(body);
  // RFC 6749 §5.1: `pragma`, beside `no-store`. A list of names and values is what Node writes fastest.
  const all = ['x-request-id', requestId, ...always, 'content-length', String(Buffer.byteLength(text))];
  for (const [name, value] of Object.entries(headers)) all.push(name, value);
  response.writeHead(statusCode, all).end(text);
}

const { 'x-request-id': _, ...safe } = safeHeaders('');
const always = Object.entries({
  ...safe,
  pragma: 'no-cache',
  'content-type': 'application/json; charset=utf-8',
}).flat();

function callerAddress({ trustProxy }: Config): (request: IncomingMessage) => string | null {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? null;
  const trusts = trustProxy === true ? () => true : proxyAddr.compile([...trustProxy]);
  return (request) => proxyAddr(request, trusts) ?? null;
}
