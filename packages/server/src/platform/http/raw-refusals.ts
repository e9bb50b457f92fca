import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import type { Time } from '../time/time.ts';
import { errorBody } from './error-reply.ts';
import { isUploading } from './uploading-sockets.ts';

/** How long a refused client may take to read the response. */
const LINGER_MS = 1000;

/** Responds to malformed HTTP, which never reaches a route, with the usual error body, then closes the connection. */
export function refuseBrokenRequest(time: Time, error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    if (isUploading(socket)) return;
    if (socket.bytesRead === 0) return void closeUnused(socket);
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('HEADERS_TOO_LARGE')
      : new AppError('REQUEST_INVALID', { message: 'This is not a valid HTTP request.' });
  endWithRefusal(time, socket, refusal);
}

/**
 * Browsers open connections ahead. A response before the request would be taken for that of the next page. After a pause
 * of the process, the request may have arrived and not be read: the turn of the event loop that follows reads it.
 */
function closeUnused(socket: Socket): void {
  setImmediate(() => socket.bytesRead === 0 && socket.destroy());
}

/** Writes the usual error body to a connection that the framework does not handle, then closes it. */
export function endWithRefusal(time: Time, socket: Duplex, refusal: AppError): void {
  const body = JSON.stringify(errorBody(refusal));
  const headers = {
    ...refusal.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { statusCode } = refusal;
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${body}`);
  // Ending alone leaves the connection to a caller who may never close it. Destroyed at once, it would be reset while
  // they still send, and the response lost (RFC 9112 §9.6).
  const lingering = time.after(LINGER_MS, () => socket.destroy());
  socket.once('close', lingering.stop);
}
