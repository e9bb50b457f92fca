import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that a client accepts (RFC 9110 §12.5.3); `;q=0` means that it does not. */
export function encodingFor(header: string | undefined): Encoding {
  const takes = (name: string) =>
    new RegExp(`(?:^|[,\\s])${name}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))\\b`).test(header ?? '');
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

/** A page is for one viewer and read once, so compression favors speed over size. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

export async function encodePage(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return promisify(brotliCompress)(text, { params });
  return encoding === 'gzip' ? promisify(gzip)(text) : Buffer.from(text);
}

/** A streamed response: each part is sent as soon as it is ready. */
export function encodeParts(texts: AsyncIterable<string>, encoding: Encoding): Readable {
  const parts = Readable.from(
    (async function* () {
      for await (const text of texts) if (text !== '') yield Buffer.from(text);
    })(),
  );
  if (encoding === 'identity') return parts;
  const encoder =
    encoding === 'br'
      ? createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // Cancels the queries when the viewer disconnects.
  return pipeline(parts, encoder, () => {});
}

/** Streams one line of JSON per item, compressed like pages. */
export function replyLines(
  request: FastifyRequest,
  reply: FastifyReply,
  items: AsyncIterable<object>,
): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const lines = async function* () {
    for await (const item of items) yield `${JSON.stringify(item)}\n`;
  };
  return reply
    .header('vary', 'accept-encoding')
    .type('application/x-ndjson')
    .send(encodeParts(lines(), encoding));
}

/** Replies with JSON that contains markup, compressed like pages. */
export async function replyEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: object,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const body = await encodePage(JSON.stringify(payload), encoding);
  return reply.header('vary', 'accept-encoding').type('application/json').send(body);
}
