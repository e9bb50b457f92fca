import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { UsageReportRow } from '@inlay/protocol/usage-report';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { postForm, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { timeAt } from '../../../support/time/fake-time.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const DAY = 86_400_000;
const ORIGIN = 'https://app.example.com';
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

interface Report {
  readonly data: readonly UsageReportRow[];
  readonly meta: { readonly total: number };
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`usage reports, on ${engine}`, () => {
    const start = Date.now();
    let now = start;
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    const range = () => `from=${dayText(start)}&to=${dayText(now)}`;
    before(async () => {
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, { time: timeAt(() => now) }));
      const view = async (username: string, workspace_id: string, times: number) => {
        const token = await viewerToken(setup, { username, workspace_id }, now);
        for (let time = 0; time < times; time += 1)
          await postForm(inlay, 'e-table', { token, origin: ORIGIN });
        return token;
      };
      const token = await view('ann@customer.example', 'main', 2);
      const exported = await fetch(`${inlay.url}/embed/api/v0/embeds/e-table/tiles/customers/export.csv`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(exported.status, 200);
      await exported.text();
      await view('=HYPERLINK("x"),1', 'main', 1);
      await view('ann@customer.example', 'other', 0);
      now += DAY;
      await view('ann@customer.example', 'main', 1);
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });
    const adminOf = async () => {
      const { body } = await call<{ token: string }>(`${inlay.url}/api/login`, {
        body: { username: 'admin@demo.test', password: 'a long enough password' },
      });
      return body.token;
    };
    const report = async (query: string) => {
      const { status, body } = await call<Report>(`${inlay.url}/api/v0/usage/report?${query}`, {
        token: await adminOf(),
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const csv = async (query: string) => {
      const response = await fetch(`${inlay.url}/api/v0/usage/report.csv?${query}`, {
        headers: { authorization: `Bearer ${await adminOf()}` },
      });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
      const bytes = Buffer.from(await response.arrayBuffer());
      return bytes.toString();
    };

    it('count by viewer, page by page', async () => {
      const { data, meta } = await report(`by=viewer&${range()}`);
      assert.equal(meta.total, 3);
      assert.deepEqual(data, [
        { workspaceId: 'main', username: '=HYPERLINK("x"),1', views: 1, exchanges: 1, exportedRows: 0 },
        { workspaceId: 'main', username: 'ann@customer.example', views: 3, exchanges: 2, exportedRows: 2 },
        { workspaceId: 'other', username: 'ann@customer.example', views: 0, exchanges: 1, exportedRows: 0 },
      ]);
      const second = await report(`by=viewer&${range()}&limit=2&page=2`);
      assert.deepEqual(second.data, data.slice(2));
      assert.equal(second.meta.total, 3);
    });

    it('count by workspace with the number of different viewers, by day, and for the whole tenant', async () => {
      assert.deepEqual((await report(`by=workspace&${range()}`)).data, [
        { workspaceId: 'main', viewers: 2, views: 4, exchanges: 3, exportedRows: 2 },
        { workspaceId: 'other', viewers: 1, views: 0, exchanges: 1, exportedRows: 0 },
      ]);
      const { data, meta } = await report(`by=day&${range()}`);
      assert.equal(meta.total, 2);
      assert.deepEqual(data, [
        { day: dayText(start), views: 3, exchanges: 3, exportedRows: 2 },
        { day: dayText(now), views: 1, exchanges: 1, exportedRows: 0 },
      ]);
      const only = `from=${dayText(now)}&to=${dayText(now)}`;
      assert.deepEqual((await report(`by=tenant&${only}`)).data, [
        { viewers: 1, views: 1, exchanges: 1, exportedRows: 0 },
      ]);
    });

    it('are exported as CSV in which no text is a formula', async () => {
      assert.equal(
        await csv(`by=viewer&${range()}`),
        [
          '\uFEFFworkspace,username,views,exchanges,exported_rows',
          'main,"\'=HYPERLINK(""x""),1",1,1,0',
          'main,ann@customer.example,3,2,2',
          'other,ann@customer.example,0,1,0',
          '',
        ].join('\r\n'),
      );
      assert.match(
        await csv('by=day&from=2020-01-01&to=2020-01-31'),
        /^\uFEFFday,views,exchanges,exported_rows\r\n$/,
      );
    });

    it('refuse ranges that are none, and callers who are not administrators of the tenant', async () => {
      const token = await adminOf();
      for (const query of [
        'by=everything',
        '',
        'by=day&from=yesterday',
        'by=day&from=2026-02-31',
        'by=day&from=2026-02-02&to=2026-02-01',
        'by=day&from=2020-01-01&to=2026-01-01',
      ])
        for (const path of ['report', 'report.csv']) {
          const { status } = await call(`${inlay.url}/api/v0/usage/${path}?${query}`, { token });
          assert.equal(status, 400, `${path}?${query}`);
        }
      const viewer = await viewerToken(setup, { roles: ['ADMIN'] }, now);
      for (const path of ['report', 'report.csv']) {
        const address = `${inlay.url}/api/v0/usage/${path}?by=viewer`;
        assert.equal((await call(address)).status, 401);
        assert.equal((await call(address, { token: viewer })).status, 401);
      }
    });

    it('are printed for all tenants by the operator, and each tenant sees its own alone', async () => {
      const { adminToken: token, host } = await addTenant(inlay);
      await inlay.services.usage.flush();
      const { code, stdout, stderr } = await runCommand(
        ['usage', '--by', 'workspace', '--from', dayText(start), '--to', dayText(now)],
        inlay.env,
      );
      assert.equal(code, 0, stderr);
      assert.deepEqual(stdout.split('\r\n'), [
        'tenant,workspace,viewers,views,exchanges,exported_rows',
        'demo,main,2,4,4,2',
        'demo,other,1,0,1,0',
        '',
      ]);
      const totals = await runCommand(['usage', '--from', dayText(start), '--to', dayText(now)], inlay.env);
      assert.match(totals.stdout, /\r\nacme,0,0,0,0\r\n/);
      const own = await call<Report>(`${inlay.url}/api/v0/usage/report?by=viewer&${range()}`, {
        token,
        headers: { host },
      });
      assert.deepEqual([own.status, own.body.data], [200, []]);
      const wrong = await runCommand(['usage', '--by', 'planet'], inlay.env);
      assert.equal(wrong.code, 2);
      assert.match(wrong.stderr, /--by must be one of tenant, day, workspace, viewer, not 'planet'/);
    });
  });
}
