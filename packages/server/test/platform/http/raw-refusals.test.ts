import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { refuseBrokenRequest } from '../../../src/platform/http/raw-refusals.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

describe('a connection without a complete request in time', () => {
  it('is closed without a response if it was never used', async () => {
    assert.equal(await heardBy(''), '');
  });

  it('gets a response if it started a request', async () => {
    assert.match(await heardBy('GET / HTTP/1.1\r\n'), /^HTTP\/1\.1 400 .*REQUEST_INVALID/s);
  });
});

/** What a caller hears who sends this and then nothing until the time is up. */
async function heardBy(sent: string): Promise<string> {
  const server = createServer(async (socket) => {
    if (sent) await once(socket, 'data');
    refuseBrokenRequest(systemTime, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.setEncoding('utf8').write(sent);
  let heard = '';
  for await (const part of caller) heard += part;
  server.close();
  return heard;
}
