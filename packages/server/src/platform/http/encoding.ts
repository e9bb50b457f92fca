import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { joinReady } from '../concurrency/join-ready.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';

/**
 * A page is for one viewer and read once, so compression favors CPU over size (ADR 322). Browsers refuse zstd with a
 * window above 8 MB (RFC 9659). Large windows and tables cost more to allocate than they save.
 */
const WINDOW_BITS = 17;
const zstd = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 3,
    [constants.ZSTD_c_windowLog]: WINDOW_BITS,
    [constants.ZSTD_c_hashLog]: 14,
    [constants.ZSTD_c_chainLog]: 14,
  },
};
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
};

interface Encoder {
  readonly whole: (text: string) => Promise<Buffer>;
  /** Flushes after each write. */
  readonly stream: () => Transform;
}

const encoders: Readonly<Record<Exclude<Encoding, 'identity'>, Encoder>> = {
  zstd: {
    whole: (text) => promisify(zstdCompress)(text, zstd),
    stream: () => createZstdCompress({ ...zstd, flush: constants.ZSTD_e_flush }),
  },
  br: {
    whole: (text) => promisify(brotliCompress)(text, brotli),
    stream: () => createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (text) => promisify(gzip)(text),
    stream: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  },
};

/** Negotiates the encoding of a response and sets its headers. */
export function chooseEncoding(request: FastifyRequest, reply: FastifyReply): Encoding {
  const encoding = acceptedEncoding(request.headers['accept-encoding'], ['zstd', 'br', 'gzip']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('vary', 'accept-encoding');
  return encoding;
}

export async function encodePage(text: string, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? Buffer.from(text) : encoders[encoding].whole(text);
}

/** A streamed response: parts are sent as soon as they are ready, together where they are ready together. */
export function encodeParts(texts: AsyncIterable<string>, encoding: Encoding): Readable {
  const bytes = async function* () {
    for await (const text of joinReady(texts)) if (text !== '') yield Buffer.from(text);
  };
  // Not in object mode, where it would read sixteen parts ahead, however long they are.
  const parts = Readable.from(bytes(), { objectMode: false });
  if (encoding === 'identity') return parts;
  // Cancels the queries when the viewer disconnects.
  return pipeline(parts, encoders[encoding].stream(), () => {});
}

/** Streams one line of JSON per item, compressed like pages. */
export function replyLines(
  request: FastifyRequest,
  reply: FastifyReply,
  items: AsyncIterable<object>,
): FastifyReply {
  const lines = async function* () {
    for await (const item of items) yield `${JSON.stringify(item)}\n`;
  };
  const encoding = chooseEncoding(request, reply);
  return reply.type('application/x-ndjson').send(encodeParts(lines(), encoding));
}

/** Replies with JSON that contains markup, compressed like pages. */
export async function replyEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: object,
): Promise<FastifyReply> {
  const body = await encodePage(JSON.stringify(payload), chooseEncoding(request, reply));
  return reply.type('application/json').send(body);
}
