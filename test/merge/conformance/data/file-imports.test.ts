import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dataClient } from '../../../support/data/data-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const SALES = 'region,amount\nnorth,3\nsouth,7\nwest,11\n';
const ASYNC = { prefer: 'respond-async' };
/** A value that is no JSON, far into the file. */
const BROKEN = `${'{"a":1}\n'.repeat(50_000)}{"a":`;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`file imports on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const client = async () => dataClient(inlay.running.url, await inlay.adminToken());
    const ended = async (location: string) => {
      const token = await inlay.adminToken();
      return eventually(async () => {
        const { status, body } = await inlay.call<Record<string, unknown>>(location, { token });
        assert.equal(status, 200);
        assert.ok(body.state === 'done' || body.state === 'failed', String(body.state));
        return body;
      });
    };

    it("upload: responds with 202 and the import's location if the caller prefers not to wait", async () => {
      const { status, headers, body } = await (await client()).upload('sales.csv', SALES, ASYNC);
      assert.equal(status, 202, JSON.stringify(body));
      assert.equal(headers['preference-applied'], 'respond-async');
      assert.equal(headers.location, `/api/v0/files/imports/${body.id}`);
      assert.ok(['queued', 'running', 'done'].includes(String(body.state)));
      const { createdAt, ...end } = await ended(String(headers.location));
      assert.match(String(createdAt), /^\d{4}-/);
      assert.deepEqual(end, {
        id: body.id,
        name: 'sales.csv',
        table: 'sales',
        bytes: SALES.length,
        state: 'done',
        rows: 3,
        error: null,
        resumable: false,
      });
    });

    it('upload in parts: responds with 202 and an import only for the last part', async () => {
      const own = await client();
      const part = (first: number, last: number) =>
        own.upload('parts.csv', SALES.slice(first, last), {
          ...ASYNC,
          'content-range': `bytes ${first}-${last - 1}/${SALES.length}`,
        });
      const first = await part(0, 20);
      assert.deepEqual([first.status, first.headers.location, first.body.complete], [202, undefined, false]);
      const last = await part(20, SALES.length);
      assert.equal(last.status, 202);
      assert.equal((await ended(String(last.headers.location))).rows, 3);
    });

    it('upload: waits for its import by default, and lists it too', async () => {
      const own = await client();
      const { status, body } = await own.upload('waited.csv', SALES);
      assert.deepEqual([status, body.complete, body.rows], [201, true, 3]);
      const { body: list } = await own.ask<{ data: { name: string; state: string }[] }>('files/imports');
      assert.deepEqual([list.data[0]?.name, list.data[0]?.state], ['waited.csv', 'done']);
    });

    it('import: reports why it failed, and cannot be resumed if the file is invalid', async () => {
      const own = await client();
      const { headers, body } = await own.upload('broken.jsonl', BROKEN, ASYNC);
      const end = await ended(String(headers.location));
      assert.deepEqual([end.state, end.rows, end.resumable], ['failed', null, false]);
      assert.match(String(end.error), /^The file cannot be used: /);
      const resumed = await own.ask(`files/imports/${body.id}/resume`, { method: 'POST' });
      assert.equal(resumed.status, 409);
      assert.match(String(resumed.body.message), /Upload the file again/);
    });

    it('import: is visible only to its own tenant', async () => {
      const { body } = await (await client()).upload('own.csv', SALES, ASYNC);
      const other = await addTenant(inlay.running);
      const headers = { host: other.host };
      const theirs = (path: string, method = 'GET') =>
        call<Record<string, unknown>>(`${inlay.running.url}/api/v0/files/imports${path}`, {
          token: other.adminToken,
          method,
          headers,
        });
      assert.equal((await theirs(`/${body.id}`)).status, 404);
      assert.equal((await theirs(`/${body.id}/resume`, 'POST')).status, 404);
      assert.deepEqual((await theirs('')).body.data, []);
      await ended(`/api/v0/files/imports/${body.id}`);
    });

    it('import: is not found by an invalid id', async () => {
      const own = await client();
      for (const id of ['x', '..', '%2e%2e', 'sales.csv', '00000000-0000-7000-8000-000000000000'])
        assert.equal((await own.ask(`files/imports/${id}`)).status, 404, id);
    });
  });
}
