import { Readable } from 'node:stream';
import type { Held, ResponsesInFlight } from '../concurrency/responses-in-flight.ts';
import type { HttpApp } from './http-app.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** What a streamed response is made from. */
    holds: Held | null;
  }
}

/** The system keeps about as much for a client that does not read. */
const SMALL = 64 * 1024;

/** They describe the response that is not sent. */
const OF_THE_RESPONSE = ['content-disposition', 'content-encoding', 'content-length', 'inlay-truncated'];

/** Refuses a response where clients have not read what others keep in memory already. */
export function boundResponses(app: HttpApp, responses: ResponsesInFlight): void {
  app.decorateReply('holds', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    const held = reply.holds ?? bodyHeld(payload);
    if (held === undefined) return done();
    try {
      reply.raw.once('close', responses.hold(request.tenant?.id ?? '', held));
      done();
    } catch (error) {
      if (payload instanceof Readable) payload.destroy();
      reply.holds = null;
      for (const name of OF_THE_RESPONSE) reply.removeHeader(name);
      done(error as Error);
    }
  });
}

function bodyHeld(payload: unknown): Held | undefined {
  if (typeof payload === 'string')
    return payload.length < SMALL ? undefined : { what: {}, bytes: () => payload.length };
  if (!(payload instanceof Uint8Array) || payload.length < SMALL) return undefined;
  return { what: payload, bytes: () => payload.length };
}
