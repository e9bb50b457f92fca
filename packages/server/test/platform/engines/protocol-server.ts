import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { NetworkConnection } from '../../../src/platform/engines/connection-config.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (request: RecordedRequest, response: ServerResponse) => void;

/** Answers in a database's protocol what a test gives it to say, and keeps what it was asked. */
export async function serveProtocol(t: TestContext, engine: NetworkConnection['engine'], answer: Answer) {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request: RecordedRequest = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '', 'http://server'),
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const network: NetworkConnection = {
    engine,
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    database: 'sales',
    user: 'viewer',
    password: { reveal: () => 'canary-5ecret-pässword' },
    tls: 'off',
  };
  return { network, requests };
}
