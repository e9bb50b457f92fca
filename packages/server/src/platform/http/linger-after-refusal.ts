import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Time } from '../time/time.ts';

/** How long a client whose request was refused may go on sending it. */
const LINGER_MS = 1000;
/** How much of the rest is read. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Delivers a response that is sent before the request has arrived completely, such as 413. If the connection were closed
 * at once, data that still arrives would reset it, and the client would lose the response (RFC 9112 §9.6). So our side
 * is closed, and a bounded rest of the request is read and discarded.
 */
export function lingerAfterRefusal(request: IncomingMessage, response: ServerResponse, time: Time): void {
  // A request that is destroyed has none.
  const { socket } = request;
  // Before Node's own listener, which closes the connection.
  response.prependListener('finish', () => {
    if (request.complete || socket.destroyed) return;
    const close = () => socket.destroy();
    const waiting = time.after(LINGER_MS, close);
    socket.once('close', waiting.stop);
    // Nothing can be read any more, so that the next request would wait forever.
    if (request.destroyed) return void socket.end();
    request.once('end', () => {
      waiting.stop();
      socket.off('close', waiting.stop);
    });
    socket.destroySoon = () => {
      request.once('end', close);
      socket.end();
    };
    // Otherwise Node discards the rest itself, however long it is.
    request.read(0);
    let left = MAX_DISCARDED_BYTES;
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) close();
    });
    request.resume();
  });
}
