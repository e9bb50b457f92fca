import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any;
}

/** A request exactly as written: any method, host, path and type, with nothing added or tidied up. */
export function rawRequest(
  origin: string,
  options: {
    readonly method?: string;
    readonly path: string;
    readonly headers?: OutgoingHttpHeaders;
    /** Several pieces are sent one by one, chunked. */
    readonly body?: string | Buffer | readonly string[];
  },
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const { method = 'GET', path, headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type']?.startsWith('application/json') && text !== '';
        const status = response.statusCode ?? 0;
        resolve({ status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined });
      });
    });
    sent.on('error', reject);
    if (Array.isArray(body)) for (const piece of body) sent.write(piece);
    else if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body as string));
    sent.end(Array.isArray(body) ? undefined : body);
  });
}
