import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import Type from 'typebox';
import { cpuUnits } from '../../../../../test/support/time/cpu-units.ts';
import { compileOnFirstUse } from '../../../src/platform/http/compile-on-first-use.ts';
import { replyWithError } from '../../../src/platform/http/error-reply.ts';
import type { HttpApp } from '../../../src/platform/http/http-app.ts';

describe('lists without duplicates in a request', () => {
  const app = Fastify() as unknown as HttpApp;
  compileOnFirstUse(app);
  app.setErrorHandler(replyWithError);
  const List = (maxItems: number) =>
    Type.Array(Type.Union([Type.String(), Type.Object({ id: Type.Integer() })]), {
      maxItems,
      uniqueItems: true,
    });
  app.post('/few', { schema: { body: List(2) } }, async () => 'ok');
  app.post('/many', { schema: { body: List(5000) } }, async () => 'ok');
  const send = async (url: string, payload: object) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload });
    return {
      statusCode,
      message: statusCode === 200 ? '' : (JSON.parse(body) as { message: string }).message,
    };
  };
  const objects = (length: number) => Array.from({ length }, (_, id) => ({ id }));

  it('are refused if two items are equal', async () => {
    assert.equal((await send('/few', ['a', 'b'])).statusCode, 200);
    assert.match((await send('/few', ['a', 'a'])).message, /must not contain duplicates/);
    assert.match((await send('/many', [...objects(9), { id: 3 }])).message, /must not contain duplicates/);
  });

  it('cost one pass, and are not compared if they are too long', async () => {
    await send('/many', objects(2));
    await send('/few', objects(3));
    const units = await cpuUnits(async () => {
      assert.equal((await send('/many', objects(4000))).statusCode, 200);
      assert.match((await send('/few', objects(2400))).message, /must NOT have more than 2 items/);
    });
    assert.ok(units < 4, `${units} units`);
  });
});
