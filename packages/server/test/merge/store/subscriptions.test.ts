import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CONTEXT, type EmbedSetup } from '../../../../../test/support/embeds/embed-client.ts';
import { viewerToken } from '../../../../../test/support/embeds/embed-world.ts';
import { call } from '../../../../../test/support/http/api-client.ts';
import {
  type ReportClient,
  reportClient,
  setReports,
  WEEKLY,
  WITH_MAIL,
} from '../../../../../test/support/reports/report-client.ts';
import {
  BOTH_STORES,
  type TestInlay,
  type TestStore,
} from '../../../../../test/support/server/start-inlay.ts';
import { startWorld } from '../../../../../test/support/server/worlds.ts';

for (const [engine, makeStore] of Object.entries(BOTH_STORES))
  describe(`subscriptions that change in parallel on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let ann: ReportClient;
    before(async () => {
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, WITH_MAIL));
      await setReports(inlay, { maxPerViewer: 5 });
      ann = reportClient(inlay, await viewerToken(setup));
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    it('are no more than the maximum', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => ann.ask('POST', '', WEEKLY)));
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 201).length, 5, statuses.join());
      assert.equal(statuses.filter((status) => status === 409).length, 25);
      assert.equal((await ann.list()).data.length, 5);
    });

    it('keep every change of a viewer and of an administrator, and count them', async () => {
      const [{ id = '' } = {}] = (await ann.list()).data;
      const pause = (isPaused: boolean) =>
        call(`${inlay.url}/api/v0/subscriptions/${id}`, {
          method: 'PATCH',
          token: setup.adminToken,
          body: { isPaused },
        });
      const changes = Array.from({ length: 8 }, (_, index) => [
        ann.ask('PATCH', `/${id}`, { title: `Title ${index}` }),
        pause(index % 2 === 0),
      ]);
      for (const { status } of await Promise.all(changes.flat())) assert.equal(status, 200);
      const { services } = inlay;
      const row = await services.store.everyTenant
        .selectFrom('subscriptions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.ok(row.version >= 9, `${row.version}`);
      assert.equal(row.next_at === null, row.status === 'paused');
      assert.match(row.title, /^Title/);
      assert.equal(row.username, CONTEXT.username);
    });

    it('are found by text, whatever its case and its wildcards', async () => {
      const list = async (q: string) => {
        const url = `${inlay.url}/api/v0/subscriptions?q=${encodeURIComponent(q)}`;
        const { body } = await call<{ meta: { total: number } }>(url, { token: setup.adminToken });
        return body.meta.total;
      };
      assert.equal(await list('MONDAY'), 4);
      assert.equal(await list('customer.example'), 5);
      for (const nothing of ['M_nday', '%', '\\', "'"]) assert.equal(await list(nothing), 0, nothing);
    });
  });
