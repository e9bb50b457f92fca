import type { Socket } from 'node:net';
import { AppError } from '../errors.ts';
import { errorBody } from './error-reply.ts';
import { isUploading } from './uploading-sockets.ts';

/** How long a caller who was refused may take to read why. */
const LINGER_MS = 1000;

/** What was sent is no HTTP that a route could see: answer in the same shape, then hang up. */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    if (isUploading(socket)) return;
    // Browsers open connections ahead. An answer before the question would be taken for that of the next page.
    if (socket.bytesRead === 0) return void socket.destroy();
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const refusal = tooLarge
    ? new AppError('HEADERS_TOO_LARGE')
    : new AppError('REQUEST_INVALID', { message: 'This is not a valid HTTP request.' });
  const body = JSON.stringify(errorBody(refusal));
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Ending alone leaves the connection to a caller who may never close it. Destroyed at once, it would be reset while
  // they still send, and the answer lost (RFC 9112 §9.6).
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
}
