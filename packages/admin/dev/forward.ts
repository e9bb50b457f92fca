import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Passes a request on to the server. Embedded pages load the frame's sources in place of its build. */
export async function forward(
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isEmbed = /^\/embed\/[^/?]+(?:\?|$)/.test(request.url ?? '');
  const answered = Promise.withResolvers<IncomingMessage>();
  const asked = send(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: isEmbed ? { ...request.headers, 'accept-encoding': 'identity' } : request.headers,
    },
    answered.resolve,
  );
  asked.on('error', answered.reject);
  // The client has disconnected, so there is nobody to respond to.
  response.on('close', () => asked.destroy());
  request.pipe(asked);
  const answer = await answered.promise;
  // RFC 9110 §7.6.1: these are about the connection to the server, and not the browser's.
  const { connection, 'keep-alive': keepAlive, 'transfer-encoding': coding, ...headers } = answer.headers;
  if (isEmbed) delete headers['content-length'];
  response.writeHead(answer.statusCode ?? 502, headers);
  if (isEmbed) await pipeline(answer.setEncoding('utf8'), withSources, response);
  else await pipeline(answer, response);
}

const LOADER = /<script type="module"( async)? nonce="([\w-]+)" src="\/embed\/assets\/[^"]+"><\/script>/;
const PRELOAD = /<link rel="(?:modulepreload|preload)"[^>]* href="\/embed\/assets\/[^"]+">/g;
/** Vite gives its styles and scripts the nonce of this element, so that the page keeps its policy. */
const SOURCES =
  '<meta property="csp-nonce" nonce="$2"><script type="module"$1 nonce="$2" src="/admin/dev/frame-entry.ts"></script>';

/** A page may come in parts, the loader with the first of them: only that one is held until it is whole. */
async function* withSources(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  let isFound = false;
  for await (const part of parts) {
    held += part;
    if (!isFound && !LOADER.test(held)) continue;
    yield isFound ? held : held.replace(PRELOAD, '').replace(LOADER, SOURCES);
    isFound = true;
    held = '';
  }
  if (held) yield held;
}
