import type { TestCertificate } from '../network/test-certificate.ts';
import { type Part, sendParts } from './part.ts';
import type { Peer } from './peer.ts';
import type { Conversation } from './start-hostile-server.ts';

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What a good server would respond. */
export interface HttpResponse {
  readonly body: string;
}

const JSON_TYPE = 'Content-Type: application/json';

/** A response with these headers, whether they are true or not. */
export function respond(headers: readonly string[], body: string | Buffer = '', status = '200 OK'): Buffer {
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${[JSON_TYPE, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

/** A response whose length is the right one. */
export function respondWith(body: string | Buffer, status?: string): Buffer {
  return respond([`Content-Length: ${Buffer.byteLength(body)}`], body, status);
}

export interface HttpRoute<Place extends string> {
  readonly place: Place;
  readonly response: HttpResponse;
  /** The client waits for this one until it gives up. */
  readonly isEndless?: boolean;
}

export interface HttpAttack<Place extends string> {
  readonly at: readonly Place[];
  /** What is sent in place of the good response. */
  parts(good: HttpResponse): readonly Part[];
  /** What is sent at once in place of a TLS handshake. */
  readonly handshake?: readonly Part[];
}

/** A server that is a good one but for the attack. */
export function httpServer<Place extends string>(
  { at, parts, handshake }: HttpAttack<Place>,
  route: (request: HttpRequest) => HttpRoute<Place>,
  certificate?: TestCertificate,
): Conversation {
  return async (peer) => {
    if (handshake !== undefined) {
      peer.attacks();
      await sendParts(peer, handshake);
    }
    if (certificate !== undefined) peer.secure(certificate);
    for (;;) {
      const { place, response, isEndless = false } = route(await readRequest(peer));
      if (isEndless) await peer.hang();
      if (at.includes(place)) {
        peer.attacks();
        await sendParts(peer, parts(response));
      } else await peer.send(respondWith(response.body));
    }
  };
}

async function readRequest(peer: Peer): Promise<HttpRequest> {
  const head = await peer.readThrough('\r\n\r\n');
  const [method = '', path = ''] = head.split(' ', 2);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return { method, path, body: (await peer.read(Number(length))).toString() };
  return { method, path, body: /^transfer-encoding: chunked/im.test(head) ? await readChunks(peer) : '' };
}

async function readChunks(peer: Peer): Promise<string> {
  const chunks: Buffer[] = [];
  for (;;) {
    const size = Number.parseInt(await peer.readThrough('\r\n'), 16);
    const chunk = await peer.read(size + 2);
    if (size === 0) return Buffer.concat(chunks).toString();
    chunks.push(chunk.subarray(0, size));
  }
}
