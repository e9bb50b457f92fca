import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { type FakeTime, fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { lingerAfterRefusal } from '../../../src/platform/http/linger-after-refusal.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

/** A client that has read a response with this header, and is still sending its body of 64 MB. */
async function refusedWith(
  connection: 'close' | 'keep-alive',
  use: (client: Socket, given: { readonly time: FakeTime; readonly response: string }) => Promise<void>,
): Promise<void> {
  const time = fakeTime();
  const server = createServer((request, response) => {
    lingerAfterRefusal(request, response, time);
    response.writeHead(413, { connection }).end('too large');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  // A failed write reports it.
  client.on('error', () => {});
  client.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${64 * MEGABYTE.length}\r\n\r\n`);
  const response =
    connection === 'close' ? await text(client) : String((await once(client, 'data'))[0] as Buffer);
  try {
    await use(client, { time, response });
  } finally {
    client.destroy();
    server.close();
  }
}

const send = (client: Socket) =>
  new Promise<void>((sent, failed) => {
    client.write(MEGABYTE, (error) => (error ? failed(error) : sent()));
  });

describe('a client whose request is refused before it has sent all of it', () => {
  it('reads the whole response, and can go on sending', async () => {
    await refusedWith('close', async (client, { response }) => {
      assert.match(response, /^HTTP\/1\.1 413 .*too large/s);
      for (let part = 0; part < 8; part += 1) await send(client);
      assert.equal(client.destroyed, false);
    });
  });

  it('is disconnected after a bounded rest', async () => {
    for (const connection of ['close', 'keep-alive'] as const)
      await refusedWith(connection, async (client) => {
        const sent = (async () => {
          for (let part = 0; part < 64; part += 1) await send(client);
        })();
        await assert.rejects(sent, /EPIPE|ECONNRESET|ECANCELED/);
      });
  });

  it('is disconnected after a second', async () => {
    for (const connection of ['close', 'keep-alive'] as const)
      await refusedWith(connection, async (client, { time }) => {
        await time.untilWaiting();
        await time.advance(1000);
        const sent = (async () => {
          for (let part = 0; part < 8; part += 1) await send(client);
        })();
        await assert.rejects(sent, /EPIPE|ECONNRESET|ECANCELED/);
      });
  });
});
