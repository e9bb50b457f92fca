import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AskedHost {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The server of a customer, which signs assertions for reports. */
export interface ReportHost {
  readonly url: string;
  /** What it was asked, the latest last. */
  readonly asked: readonly AskedHost[];
  /** Responds this way from now on. */
  respond(respond: (response: ServerResponse, asked: AskedHost) => unknown): void;
  /** Serves a handler as its own code would, from now on. */
  serve(handler: RequestListener): void;
  close(): Promise<void>;
}

export async function startHost(): Promise<ReportHost> {
  const asked: AskedHost[] = [];
  let listener: RequestListener = (_request, response) => response.writeHead(500).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inlay/assertion`,
    asked,
    respond: (respond) => {
      listener = async (request, response) => {
        const one = { headers: request.headers, body: await text(request) };
        asked.push(one);
        respond(response, one);
      };
    },
    serve: (handler) => {
      listener = handler;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const replyJson = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
