import type { IncomingMessage } from 'node:http';
import { type CheckedAgent, checkedRequest } from '../egress/checked-agent.ts';
import { badResponse } from './engine-error.ts';

export interface HttpRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent: CheckedAgent;
  readonly signal?: AbortSignal;
}

/** A request got no response on a connection that had served others before. */
export class ClosedConnectionError extends Error {
  /** The other side has not read the request. */
  readonly isUnread: boolean;

  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.isUnread = cause.syscall === 'write';
  }
}

/** Sends a request to a database. Read the body of the response at once: its errors have no other listener. */
export function openResponse({ url, body, signal, ...options }: HttpRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = checkedRequest(url, { ...options, ...(signal && { signal }) });
    let hasResponse = false;
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = !hasResponse && request.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
      reject(isClosed ? new ClosedConnectionError(error) : error);
    });
    request.on('response', (response) => {
      hasResponse = true;
      const { 'content-encoding': encoding = 'identity' } = response.headers;
      if (encoding === 'identity') return resolve(response);
      request.destroy();
      reject(badResponse('The body is compressed, although the request does not allow it.'));
    });
    request.end(body);
  });
}

/** The body as text. `tooLong` makes the error for a longer one, from what has arrived of it. */
export async function readText(
  response: IncomingMessage,
  maxBytes: number,
  tooLong: (start: string) => Error,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw tooLong(Buffer.concat(chunks).toString());
  }
  return Buffer.concat(chunks).toString();
}
