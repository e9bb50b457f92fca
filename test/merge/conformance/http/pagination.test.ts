import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

interface Listing {
  readonly data: readonly { readonly id: string }[];
  readonly meta: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly lastPage: number;
  };
}

/** The specification's worked example. */
const TOTAL = 253;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 2.4, 4.2, 8: pagination on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let token: string;
    const list = async (query: string, route = 'users') => {
      const { status, body } = await inlay.call<Listing>(`/api/v0/${route}${query}`, { token });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    before(async () => {
      token = await inlay.adminToken();
      // The administrator is there already.
      const users = Array.from({ length: TOTAL - 1 }, (_, n) => ({ username: `user-${n}` }));
      assert.equal((await inlay.call('/api/v0/users/bulk', { token, body: { users } })).status, 201);
    });

    it('returns page 1 with 50 elements by default', async () => {
      const { data, meta } = await list('');
      assert.equal(data.length, 50);
      assert.deepEqual(meta, { page: 1, limit: 50, total: 253, lastPage: 6 });
    });

    it('splits 253 elements into six pages of 50, the last with 3', async () => {
      for (let page = 1; page <= 5; page += 1)
        assert.equal((await list(`?page=${page}&limit=50`)).data.length, 50);
      const { data, meta } = await list('?page=6&limit=50');
      assert.equal(data.length, 3);
      assert.deepEqual(meta, { page: 6, limit: 50, total: 253, lastPage: 6 });
    });

    it('splits 253 elements into three pages of 100, the last with 53', async () => {
      const { data, meta } = await list('?page=3&limit=100');
      assert.equal(data.length, 53);
      assert.deepEqual(meta, { page: 3, limit: 100, total: 253, lastPage: 3 });
    });

    for (const limit of [1, 7, 23, 50, 100, 126, 127, 200]) {
      it(`lists every element once and in a stable order in pages of ${limit}`, async () => {
        const whole = [...(await list('?limit=200')).data, ...(await list('?limit=200&page=2')).data];
        const lastPage = Math.ceil(TOTAL / limit);
        // A page of one is 253 requests: its beginning, middle and end will do.
        const pages =
          limit === 1 ? [1, 2, 126, 127, 128, 252, 253] : Array.from({ length: lastPage }, (_, n) => n + 1);
        for (const page of pages) {
          const { data, meta } = await list(`?page=${page}&limit=${limit}`);
          assert.deepEqual(meta, { page, limit, total: TOTAL, lastPage });
          const expected = whole.slice((page - 1) * limit, page * limit);
          assert.deepEqual(
            data.map(({ id }) => id),
            expected.map(({ id }) => id),
          );
        }
      });
    }

    for (const limit of ['200', '201', '253', '1000000', '1000000000']) {
      it(`caps limit=${limit} at 200 and reports that in meta`, async () => {
        const { data, meta } = await list(`?limit=${limit}`);
        assert.equal(data.length, 200);
        assert.deepEqual(meta, { page: 1, limit: 200, total: 253, lastPage: 2 });
      });
    }

    it('counts pages by the capped limit', async () => {
      const { data, meta } = await list('?limit=500&page=2');
      assert.equal(data.length, 53);
      assert.deepEqual(meta, { page: 2, limit: 200, total: 253, lastPage: 2 });
    });

    for (const page of [7, 8, 1_000_000_000]) {
      it(`returns no elements and the correct meta for page ${page}, past the end`, async () => {
        const { data, meta } = await list(`?page=${page}`);
        assert.deepEqual(data, []);
        assert.deepEqual(meta, { page, limit: 50, total: 253, lastPage: 6 });
      });
    }

    it('accepts leading zeros', async () => {
      assert.equal((await list('?page=0002&limit=05')).meta.page, 2);
    });

    it('returns lastPage 0 for an empty list', async () => {
      const { data, meta } = await list('?q=nobody-is-called-this');
      assert.deepEqual(data, []);
      assert.deepEqual(meta, { page: 1, limit: 50, total: 0, lastPage: 0 });
      assert.deepEqual((await list('', 'groups')).meta, { page: 1, limit: 50, total: 0, lastPage: 0 });
    });

    it('counts and pages filtered elements', async () => {
      // user-1, user-10 … user-19, user-100 … user-199
      const { data, meta } = await list('?q=user-1&limit=50&page=3');
      assert.equal(data.length, 11);
      assert.deepEqual(meta, { page: 3, limit: 50, total: 111, lastPage: 3 });
    });

    it('reflects elements created and deleted since', async () => {
      const { body } = await inlay.call<{ id: string }>('/api/v0/users', {
        token,
        body: { username: 'one more' },
      });
      assert.equal((await list('')).meta.total, 254);
      await inlay.call(`/api/v0/users/${body.id}`, { method: 'DELETE', token });
      assert.equal((await list('')).meta.total, 253);
    });

    const wrong = [
      '0',
      '-1',
      '+1',
      '1.0',
      '1.5',
      '1e1',
      '0x10',
      '1_000',
      '1,000',
      'one',
      'NaN',
      'Infinity',
      'null',
      'true',
      '',
      '%20',
      '%201',
      '1%20',
      '%E2%82%81',
      '%D9%A1',
      '1000000001',
      '9999999999',
      '18446744073709551617',
      '1%0A',
    ];
    for (const route of ['users', 'groups', 'workspaces', 'audit-events', 'engines']) {
      it(`refuses invalid values of page and limit on ${route}, naming the parameter`, async () => {
        for (const name of ['page', 'limit']) {
          const queries = [...wrong.map((value) => `${name}=${value}`), `${name}=1&${name}=2`, name];
          for (const query of queries) {
            const { status, body } = await inlay.call<{ message: string }>(`/api/v0/${route}?${query}`, {
              token,
            });
            assert.equal(status, 400, query);
            assert.equal(body.message, `${name} must be a whole number from 1 to 1000000000, sent once.`);
          }
        }
      });
    }

    for (const route of ['groups', 'workspaces']) {
      it(`pages ${route} the same way`, async () => {
        const { meta: before } = await list('', route);
        for (let n = 0; n < 7; n += 1) {
          const body = { id: `paged-${n}`, name: `Number ${n}` };
          assert.equal((await inlay.call(`/api/v0/${route}`, { token, body })).status, 201);
        }
        const total = before.total + 7;
        const { data, meta } = await list('?limit=3&page=2', route);
        assert.deepEqual(meta, { page: 2, limit: 3, total, lastPage: Math.ceil(total / 3) });
        const whole = (await list('?limit=999', route)).data;
        assert.equal((await list('?limit=999', route)).meta.limit, 200);
        assert.deepEqual(data, whole.slice(3, 6));
        assert.deepEqual((await list('?page=99', route)).data, []);
      });
    }

    it('pages lists that are not in the store the same way', async () => {
      const whole = await list('', 'engines');
      const { data, meta } = await list('?limit=2&page=2', 'engines');
      assert.deepEqual(data, whole.data.slice(2, 4));
      const { total } = whole.meta;
      assert.equal(total, whole.data.length);
      assert.deepEqual(meta, { page: 2, limit: 2, total, lastPage: Math.ceil(total / 2) });
      assert.deepEqual((await list('?page=99', 'engines')).data, []);
    });

    it('pages audit events the same way, newest first', async () => {
      const whole = await list('?limit=200&action=user.create', 'audit-events');
      assert.ok(whole.meta.total > 250);
      assert.equal(whole.meta.lastPage, 2);
      const { data, meta } = await list('?limit=10&page=3&action=user.create', 'audit-events');
      assert.deepEqual(data, whole.data.slice(20, 30));
      assert.equal(meta.lastPage, Math.ceil(meta.total / 10));
    });
  });
}
