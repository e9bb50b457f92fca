import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freeId } from '../../src/platform/free-id.ts';

const taken =
  (...ids: string[]) =>
  async (id: string) =>
    ids.includes(id);

describe('freeId', () => {
  it('is readable', async () => {
    assert.equal(await freeId('Umsätze & Erträge 2026', taken()), 'umsatze-ertrage-2026');
    assert.equal(await freeId('  --Orders--  ', taken()), 'orders');
  });

  it('has a suffix where the readable one is taken', async () => {
    assert.match(await freeId('Orders', taken('orders')), /^orders-[0-9a-z]{6}$/);
  });

  it('is random where no letter of the name can be part of it', async () => {
    const ids = await Promise.all(['売上', '売上', '***'].map((name) => freeId(name, taken())));
    assert.equal(new Set(ids).size, 3);
  });
});
