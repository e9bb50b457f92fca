import type { ServerResponse } from 'node:http';

/** The part of a Fastify reply that handlers use, so that Fastify need not be installed. */
export interface FastifyReplyLike {
  code(status: number): { headers(headers: Record<string, string>): { send(body: string): unknown } };
}

export interface Reply {
  readonly status: number;
  readonly body: object;
  readonly error?: unknown;
}

/** Sends JSON that no cache keeps, in Express, Fastify and `node:http`. */
export function sendReply(response: ServerResponse | FastifyReplyLike, { status, body }: Reply): unknown {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  const text = JSON.stringify(body);
  return 'code' in response
    ? response.code(status).headers(headers).send(text)
    : response.writeHead(status, headers).end(text);
}
