import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
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

describe('a request that arrived while the process was paused', () => {
  it('is served, although its connection is older than the limit', async () => {
    const server = createHttpServer(
      { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 },
      (_, response) => response.end('served'),
    );
    server.on('clientError', (error, socket) =>
      refuseBrokenRequest(systemTime, error as NodeJS.ErrnoException, socket as Socket),
    );
    server.once('connection', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // On a thread of its own, so that it sends meanwhile.
    const caller = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       fetch(workerData).then((response) => response.text(), String).then((text) => parentPort.postMessage(text));`,
      { eval: true, workerData: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    );
    const [heard] = await once(caller, 'message');
    assert.equal(heard, 'served');
    await caller.terminate();
    server.close();
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
