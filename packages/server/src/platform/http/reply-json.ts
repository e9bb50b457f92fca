import type { FastifyReply } from 'fastify';
import { inSlices } from '../concurrency/in-slices.ts';
import { jsonParts } from '../concurrency/json-parts.ts';

/** Serializes a response with up to 100,000 rows without blocking other requests. */
export async function replyInSlices(reply: FastifyReply, payload: object): Promise<FastifyReply> {
  const body = (await inSlices(jsonParts(payload))).join('');
  return reply.type('application/json; charset=utf-8').send(body);
}
