import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Expected } from './hostile-case.ts';
import { type HttpResponse, respond, respondWith } from './http-exchange.ts';
import { byByte, end, endlessly, hang, type Part, reset, slowly } from './part.ts';

export interface HttpMisbehavior {
  readonly parts: (good: HttpResponse) => readonly Part[];
  readonly expected?: Expected;
}

const raw = (text: string) => Buffer.from(text, 'latin1');
const letters = raw('x'.repeat(65_536));
const lengthOf = ({ body }: HttpResponse) => Buffer.byteLength(body);
const chunk = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
const chunked = (text: string) => respond(['Transfer-Encoding: chunked'], text);

/** Half a megabyte that becomes 600 MB. RFC 1952 §2.2: one member after another is a good file, too. */
function gzipBomb(): Buffer {
  const member = gzipSync(Buffer.alloc(6_000_000, 'x'));
  return Buffer.concat(Array.from({ length: 100 }, () => member));
}

const encoded = (encoding: string, body: Buffer | string) =>
  respond([`Content-Encoding: ${encoding}`, `Content-Length: ${Buffer.byteLength(body)}`], body);

/** Responses that break the rules of HTTP, or follow them to no good end. */
export const HTTP_MISBEHAVIORS: Readonly<Record<string, HttpMisbehavior>> = {
  'says nothing': { parts: () => [hang] },
  'closes the connection': { parts: () => [end] },
  'resets the connection': { parts: () => [reset] },
  'sends noise': { parts: () => [Buffer.alloc(4096, '\x16\xf3Oslo\0'), end] },
  'sends half of a status line': { parts: () => [raw('HTTP/1.1 2'), end] },
  'sends a status line without end': { parts: () => [raw('HTTP/1.1 200 '), endlessly(letters)] },
  ...Object.fromEntries(
    ['-200', '0', '99', '1000', '99999999999999999999', '2e2', ''].map((status) => [
      `sends the status '${status}'`,
      { parts: () => [respondWith('', status), end] },
    ]),
  ),
  ...Object.fromEntries(
    [201, 204, 206, 301, 304, 401, 403, 404, 429, 500, 502, 503, 999].map((status) => [
      `responds with ${status}`,
      { parts: () => [respond(['Location: /', 'Content-Length: 0'], '', `${status} Odd`)] },
    ]),
  ),
  'promises to continue without end': { parts: () => [endlessly(raw('HTTP/1.1 100 Continue\r\n\r\n'))] },
  'switches to another protocol': {
    parts: () => [respond(['Connection: upgrade', 'Upgrade: oslo'], '', '101 Switching Protocols'), hang],
  },
  'sends an error without end': {
    parts: () => [respond([`Content-Length: ${2 ** 40}`], '', '500 Odd'), endlessly(letters)],
  },
  'sends a header without a colon': { parts: () => [respond(['Oslo', 'Content-Length: 0']), end] },
  'sends a header with a zero byte': { parts: () => [respond(['X: a\0b', 'Content-Length: 0']), end] },
  'sends headers without end': { parts: () => [raw('HTTP/1.1 200 OK\r\n'), endlessly(raw('X: y\r\n'))] },
  'sends a header without end': { parts: () => [raw('HTTP/1.1 200 OK\r\nX: '), endlessly(letters)] },
  ...Object.fromEntries(
    ['-1', 'Oslo', '1e3', '99999999999999999999999', '1, 2', '0x10'].map((length) => [
      `sends the length '${length}'`,
      { parts: ({ body }: HttpResponse) => [respond([`Content-Length: ${length}`], body), end] },
    ]),
  ),
  'sends two lengths': {
    parts: ({ body }) => [respond([`Content-Length: ${body.length}`, 'Content-Length: 1'], body), end],
  },
  'sends less than its length': {
    parts: (good) => [respond([`Content-Length: ${lengthOf(good) + 100}`], good.body), end],
  },
  'sends less than its length and waits': {
    parts: (good) => [respond([`Content-Length: ${lengthOf(good) + 100}`], good.body), hang],
  },
  'sends half of its body': {
    parts: (good) => [respondWith(good.body).subarray(0, -Math.ceil(lengthOf(good) / 2)), end],
  },
  'sends more than its length': {
    parts: (good) => [respond([`Content-Length: ${lengthOf(good) - 5}`], good.body), end],
    expected: 'either',
  },
  'sends two responses': {
    parts: ({ body }) => [Buffer.concat([respondWith(body), respondWith(body)])],
    expected: 'either',
  },
  'sends a length and chunks': {
    parts: ({ body }) => [
      respond(['Content-Length: 5', 'Transfer-Encoding: chunked'], `${chunk(body)}0\r\n\r\n`),
      end,
    ],
    expected: 'either',
  },
  ...Object.fromEntries(
    ['zz', '-5', 'ffffffffffffffff', '7fffffff', ''].map((size) => [
      `sends a chunk of the size '${size}'`,
      { parts: ({ body }: HttpResponse) => [chunked(`${size}\r\n${body}\r\n`), end] },
    ]),
  ),
  'leaves out the last chunk': { parts: ({ body }) => [chunked(chunk(body)), end] },
  'leaves out the last chunk and waits': { parts: ({ body }) => [chunked(chunk(body)), hang] },
  'sends the size of a chunk without end': { parts: () => [chunked(''), endlessly(raw('0'.repeat(65_536)))] },
  'describes a chunk without end': { parts: () => [chunked('5;x='), endlessly(letters)] },
  'sends trailers without end': {
    parts: ({ body }) => [chunked(`${chunk(body)}0\r\n`), endlessly(raw('X: y\r\n'))],
  },
  'sends empty lines without end': { parts: () => [chunked(''), endlessly(raw('1\r\n\n\r\n'))] },
  'sends bytes without end': { parts: () => [respond(['Connection: close']), endlessly(letters)] },
  'says that its body is packed, which it is not': { parts: ({ body }) => [encoded('gzip', body)] },
  'sends half of a packed body': {
    parts: ({ body }) => [encoded('gzip', gzipSync(body).subarray(0, 12))],
  },
  'packs its body in a way that nobody knows': { parts: ({ body }) => [encoded('oslo', body)] },
  'packs 600 MB into its body': { parts: () => [encoded('gzip', gzipBomb())] },
  'packs its body twice': { parts: ({ body }) => [encoded('gzip, br', brotliCompressSync(gzipSync(body)))] },
  'packs 64 MB with a large window': {
    parts: () => [
      encoded(
        'zstd',
        zstdCompressSync(Buffer.alloc(64_000_000), { params: { [constants.ZSTD_c_windowLog]: 27 } }),
      ),
    ],
  },
  'sends byte by byte': { parts: ({ body }) => [byByte(respondWith(body))], expected: 'answers' },
  'sends a byte at a time, slowly,': { parts: ({ body }) => [slowly(respondWith(body))] },
  'sends a header and then a byte at a time, slowly,': {
    parts: (good) => [respond([`Content-Length: ${lengthOf(good)}`]), slowly(Buffer.from(good.body))],
  },
};

/** Those that are tried wherever a server responds; the others only where it matters most, as rows. */
export const EVERYWHERE: readonly string[] = [
  'says nothing',
  'closes the connection',
  'resets the connection',
  'sends noise',
  'responds with 204',
  'responds with 401',
  'responds with 503',
  'promises to continue without end',
  'sends an error without end',
  'sends headers without end',
  'sends bytes without end',
  'packs 600 MB into its body',
  'sends a byte at a time, slowly,',
];

/** What comes in place of a TLS handshake. */
export const TLS_MISBEHAVIORS: Readonly<Record<string, readonly Part[]>> = {
  'sends noise in place of a TLS handshake': [Buffer.alloc(4096, '\x16\xf3Oslo\0'), hang],
  'responds in clear in place of a TLS handshake': [respondWith('{}'), hang],
  'says nothing in place of a TLS handshake': [hang],
  'closes the connection in place of a TLS handshake': [end],
  'sends a TLS handshake without end': [raw('\x16\x03\x03\x3f\xff'), endlessly(Buffer.alloc(65_536))],
};
