import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './accepted-encoding.ts';
import type { Asset } from './static-assets.ts';

/** Sends a built file, compressed, or 304 if the client has it (RFC 9110 §13.1.2). The caller sets `cache-control`. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  reply.header('vary', 'accept-encoding');
  if (reply.getHeader('cache-control') !== 'no-store') reply.header('etag', asset.etag);
  if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send();
  if (encoding !== 'identity' && asset[encoding] !== asset.identity)
    reply.header('content-encoding', encoding);
  return reply.type(asset.type).send(asset[encoding]);
}
