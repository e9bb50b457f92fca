import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { createResponsesInFlight } from '../../../src/platform/concurrency/responses-in-flight.ts';
import { boundResponses } from '../../../src/platform/http/bound-responses.ts';
import { replyWithError } from '../../../src/platform/http/error-reply.ts';
import type { HttpApp } from '../../../src/platform/http/http-app.ts';
import { replyJson } from '../../../src/platform/http/reply-json.ts';

const LIMIT = 10_000_000;
/** More than the system keeps for a connection. */
const LONG = 'x'.repeat(9_000_000);

async function serve(t: TestContext) {
  const answers = createResponsesInFlight({ nodeBytes: LIMIT, tenantBytes: LIMIT });
  const app = Fastify() as unknown as HttpApp;
  app.setErrorHandler(replyWithError);
  boundResponses(app, answers);
  app.get('/whole', async (_request, reply) => reply.header('content-encoding', 'identity').send(LONG));
  app.get('/streamed', async (_request, reply) => {
    const values = Array.from({ length: 2000 }, () => LONG.slice(0, 4500));
    return replyJson(reply, { values }, { what: values, bytes: () => LONG.length });
  });
  app.get('/small', async () => ({ isSmall: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const readNothing = async (path: string) => {
    const socket = connect({ port, host: '127.0.0.1' }).pause();
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    const [, response] = await Promise.all([
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`),
      once(app.server, 'request').then(([, answer]) => answer),
    ]);
    while (!response.headersSent) await new Promise(setImmediate);
    return { leave: () => Promise.all([once(response, 'close'), socket.destroy()]) };
  };
  return { answers, read, readNothing };
}

describe('answers that clients do not read', () => {
  for (const path of ['/whole', '/streamed'])
    it(`have others refused with 503 while they are kept in memory: ${path}`, async (t) => {
      const { answers, read, readNothing } = await serve(t);
      const client = await readNothing(path);
      assert.equal(answers.bytes(), LONG.length);
      const refused = await read(path);
      assert.equal(refused.status, 503);
      assert.equal(refused.headers.get('retry-after'), '5');
      assert.equal(refused.headers.get('content-encoding'), null);
      assert.equal(((await refused.json()) as { code: string }).code, 'UNAVAILABLE');
      assert.equal((await read('/small')).status, 200);
      await client.leave();
      assert.equal(answers.bytes(), 0);
      const answer = await read(path);
      assert.equal(answer.status, 200);
      assert.ok((await answer.text()).length >= LONG.length);
    });
});
