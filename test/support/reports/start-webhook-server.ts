import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface WebhookReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface WebhookServer {
  readonly port: number;
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** What it replies from now on: with `hang-up` it ends the connection, with `silence` it says nothing. */
  replyWith(reply: WebhookReply | 'hang-up' | 'silence'): void;
  close(): Promise<void>;
}

/** A real HTTP server on loopback that keeps what it receives. */
export async function startWebhookServer(): Promise<WebhookServer> {
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let reply: WebhookReply | 'hang-up' | 'silence' = { status: 204 };
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body: (await buffer(request)).toString() });
    if (reply === 'silence') return;
    if (reply === 'hang-up') {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    replyWith: (wanted) => {
      reply = wanted;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
