import { Readable } from 'node:stream';
import type { AnswersInFlight, Held } from '../concurrency/answers-in-flight.ts';
import type { HttpApp } from './http-app.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** What a streamed answer is made from. */
    holds: Held | null;
  }
}

/** The system keeps about as much for a client that does not read. */
const SMALL = 64 * 1024;

/** They describe the answer that is not sent. */
const OF_THE_ANSWER = ['content-disposition', 'content-encoding', 'content-length', 'inlay-truncated'];

/** Refuses an answer where clients have not read what others keep in memory already. */
export function boundAnswers(app: HttpApp, answers: AnswersInFlight): void {
  app.decorateReply('holds', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    const held = reply.holds ?? bodyHeld(payload);
    if (held === undefined) return done();
    try {
      reply.raw.once('close', answers.hold(request.tenant?.id ?? '', held));
      done();
    } catch (error) {
      if (payload instanceof Readable) payload.destroy();
      reply.holds = null;
      for (const name of OF_THE_ANSWER) reply.removeHeader(name);
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
