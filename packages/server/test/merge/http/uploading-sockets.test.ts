import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { turns } from '../../../../../test/support/time/turns.ts';
import { whileUploading } from '../../../src/platform/http/uploading-sockets.ts';

describe('a connection that uploads', () => {
  it('stays open while the server processes a received file', async () => {
    const heard = await upload(async (body) => {
      await text(body);
      assert.equal(body.socket.timeout, 0, 'it has no time limit');
    });
    assert.equal(heard, 'imported');
  });

  it('stays open while the server has unread data', async () => {
    const heard = await upload(async (body) => {
      while (body.readableLength === 0) await turns(1);
      // The socket goes quiet, because its buffers are full.
      for (let times = 0; times < 3; times += 1) body.socket.emit('timeout');
      await text(body);
    });
    assert.equal(heard, 'imported');
  });

  it('is closed when the sender stops sending', async () => {
    await assert.rejects(
      upload(async (body) => void (await text(body)), { heldBack: 1, silenceMs: 500 }),
      /hang up|ECONNRESET/,
    );
  });
});

/** What the sender of a megabyte hears, of which this many bytes are held back. */
async function upload(
  receive: (body: IncomingMessage) => Promise<void>,
  { heldBack = 0, silenceMs = 120_000 } = {},
): Promise<string> {
  const server = createServer((raw, response) => {
    whileUploading({ raw }, () => receive(raw), silenceMs).then(
      () => response.end('imported'),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const body = Buffer.alloc(1024 * 1024);
    const { port } = server.address() as AddressInfo;
    const sending = request({ port, method: 'PUT', headers: { 'content-length': body.length } });
    sending.write(body.subarray(heldBack));
    if (heldBack === 0) sending.end();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    return await text(response);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
