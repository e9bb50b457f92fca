import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { BOTH_STORES, type TestStore } from '../../../../../test/support/server/start-inlay.ts';
import { dumpStore } from '../../../../../test/support/stores/dump-store.ts';
import { openTestStore } from '../../../../../test/support/stores/open-test-store.ts';
import { defineOneTimeTokens, useOnce } from '../../../src/platform/identity/one-time-tokens.ts';
import type { Store } from '../../../src/platform/store/store.ts';
import { createVault } from '../../../src/platform/vault/vault.ts';

const ACME = 'acme' as TenantId;
const OTHER = 'other' as TenantId;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

interface Link {
  readonly address: string;
}

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`one-time tokens on ${engine}`, () => {
    const vault = createVault(randomBytes(32));
    const links = defineOneTimeTokens<Link>('link', MINUTE);
    const resets = defineOneTimeTokens<Link>('reset', MINUTE);
    const data = { address: 'ann@example.test' };
    let place: TestStore;
    let store: Store;
    /** Another node. */
    let node: Store;
    before(async () => {
      place = await makeStore();
      store = await openTestStore(place);
      node = await openTestStore(place);
    });
    after(async () => {
      await Promise.all([store?.close(), node?.close()]);
      await place?.drop();
    });

    const create = (userId?: string) =>
      store.write((transaction) =>
        links.create(transaction, ACME, data, { vault, now: START, ...(userId && { userId }) }),
      );
    const take = (token: string, { now = START, at = ACME, of = links, from = store } = {}) =>
      from.write((transaction) => of.take(transaction, at, token, { vault, now }));

    it('are read as often as needed, and taken once', async () => {
      const token = await create();
      for (let times = 0; times < 2; times += 1)
        assert.deepEqual(await links.read(node, ACME, token, { vault, now: START }), data);
      assert.deepEqual(await take(token), data);
      assert.equal(await take(token), undefined);
      assert.equal(await links.read(store, ACME, token, { vault, now: START }), undefined);
    });

    it('are taken once even by two nodes at the same time', async () => {
      const token = await create();
      const attempts = Array.from({ length: 12 }, (_, index) =>
        take(token, { from: index % 2 === 0 ? store : node }),
      );
      const taken = (await Promise.all(attempts)).filter((each) => each !== undefined);
      assert.deepEqual(taken, [data]);
    });

    it('do not work after their time, not even once more', async () => {
      const token = await create();
      assert.equal(await links.read(store, ACME, token, { vault, now: START + MINUTE }), undefined);
      assert.equal(await take(token, { now: START + MINUTE }), undefined);
      assert.equal(await take(token, { now: START }), undefined, 'an attempt ends it');
      const other = await create();
      assert.deepEqual(await take(other, { now: START + MINUTE - 1 }), data);
    });

    it('do not work in another tenant, for another purpose or when changed, and work afterwards', async () => {
      const token = await create();
      assert.equal(await take(token, { at: OTHER }), undefined);
      assert.equal(await take(token, { of: resets }), undefined);
      for (const wrong of ['', token.toLowerCase(), `${token}=`, token.slice(1), `${token}\u0000`])
        assert.equal(await take(wrong), undefined, JSON.stringify(wrong));
      assert.deepEqual(await take(token), data);
    });

    it('do not work where somebody who can write to the store moves their data to another purpose or tenant', async () => {
      const token = await create();
      const row = store.everyTenant.updateTable('one_time_tokens').where('purpose', '=', 'link');
      await row.set({ purpose: 'reset' }).execute();
      await assert.rejects(take(token, { of: resets }));
      await store.everyTenant.deleteFrom('one_time_tokens').execute();
    });

    it('of an account end together, and those of others stay', async () => {
      const [one, two, other] = [await create('ann'), await create('ann'), await create('bob')];
      await store.write((transaction) => links.revokeOf(transaction, ACME, 'ann'));
      assert.deepEqual([await take(one), await take(two), await take(other)], [undefined, undefined, data]);
    });

    it('are stored as a hash, with sealed data', async () => {
      const token = await create('ann');
      const dump = await dumpStore(place);
      assert.ok(dump.includes('one_time_tokens') || dump.includes('ann'), 'the dump holds the store');
      assert.ok(!dump.includes(token));
      assert.ok(!dump.includes(data.address));
    });

    it('are not values from outside that were used, which are accepted once on all nodes', async () => {
      const used = { purpose: 'assertion', value: 'id-1', until: START + MINUTE };
      const mark = (from: Store, tenant = ACME, purpose = used.purpose) =>
        from.write((transaction) => useOnce(transaction, tenant, { ...used, purpose }, START));
      const attempts = Array.from({ length: 12 }, (_, index) => mark(index % 2 === 0 ? store : node));
      assert.equal((await Promise.all(attempts)).filter(Boolean).length, 1);
      assert.equal(await mark(store, OTHER), true);
      assert.equal(await mark(store, ACME, 'challenge'), true);
      const ofPurpose = defineOneTimeTokens<Link>('assertion', MINUTE);
      assert.equal(await take(used.value, { of: ofPurpose }), undefined);
    });
  });
}
