import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Quotas } from '@inlay/protocol/quota';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { meterRows } from '@inlay/server/features/embeds/request/viewer-usage';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import { dataClient } from '../../../support/data/data-client.ts';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  signJwt,
} from '../../../support/embeds/embed-client.ts';
import { postForm, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { serverTime } from '../../../support/time/fake-time.ts';

const ORIGIN = 'https://app.example.com';
const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'zh'];

const endOfMonth = (at: number) => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`quotas of a tenant, on ${engine}`, () => {
    const time = serverTime(Date.now());
    const { now } = time;
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let token: string;
    before(async () => {
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, { time }));
      token = await viewerToken(setup, {}, now());
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    /** Sets quotas as the operator does, and lets the second pass after which this node knows them. */
    let changes = 0;
    const setQuotas = async (limits: object, ...options: string[]) => {
      changes += 1;
      const { code, stderr } = await runCommand(['tenant', 'quota', 'demo', ...options], inlay.env);
      assert.equal(code, 0, stderr);
      await time.advance(1000);
      assert.deepEqual(await inlay.services.quotas.limits('demo' as TenantId), limits);
    };
    const open = (fields: object = {}, node = inlay) =>
      postForm(node, 'e-tile', { token, origin: ORIGIN, ...fields });
    const quotasOf = async () => {
      const { status, body } = await call<Quotas>(`${inlay.url}/api/v0/quotas`, { token: setup.adminToken });
      assert.equal(status, 200);
      return body;
    };
    const trade = () => exchange(setup, signJwt(goodClaims(setup, now())));
    /** Read as the tenant does, from the store. */
    const exchangesUsed = async () =>
      (await quotasOf()).quotas.find(({ name }) => name === 'exchanges')?.used ?? 0;
    const metric = async (line: RegExp) =>
      line.exec(await (await fetch(`${inlay.url}/metrics`)).text())?.groups?.value;

    it('are none unless the operator sets some', async () => {
      assert.deepEqual(await quotasOf(), { resetsAt: new Date(endOfMonth(now())).toISOString(), quotas: [] });
      const { stdout } = await runCommand(['tenant', 'quota', 'demo'], inlay.env);
      assert.equal(stdout, "Tenant 'demo' has no quotas.\n");
    });

    it('are set by the operator alone, who learns what is wrong with a value', async () => {
      for (const value of ['-1', '1.5', 'many', '99999999999999']) {
        const { code, stderr } = await runCommand(['tenant', 'quota', 'demo', `--views=${value}`], inlay.env);
        assert.equal(code, 2, value);
        assert.match(stderr, /--views must be a whole number from 0 to 1000000000000, or none/);
      }
      for (const method of ['PUT', 'PATCH', 'POST', 'DELETE']) {
        const { status } = await call(`${inlay.url}/api/v0/quotas`, {
          method,
          token: setup.adminToken,
          body: {},
        });
        assert.equal(status, 405, method);
      }
      assert.equal((await call(`${inlay.url}/api/v0/quotas`)).status, 401);
      assert.equal((await call(`${inlay.url}/api/v0/quotas`, { token })).status, 401);
    });

    it('refuse views beyond the quota with a page in the language of the viewer', async () => {
      assert.equal((await open()).status, 200);
      await setQuotas({ views: 3 }, '--views', '3');
      assert.equal((await open()).status, 200);
      assert.equal((await open()).status, 200);
      const refused = await open();
      assert.equal(refused.status, 429);
      assert.equal(refused.headers['retry-after'], String(Math.ceil((endOfMonth(now()) - now()) / 1000)));
      assert.match(refused.html, /The monthly usage limit has been reached/);
      assert.doesNotMatch(refused.html, /Revenue by product/);
      assert.deepEqual((refused.state as { error?: { code: string } }).error?.code, 'QUOTA_REACHED');
      assert.doesNotMatch(refused.html, /quota of 3/, 'the contract is not for viewers');
      const hints = new Set<string>();
      for (const lang of LANGUAGES) {
        const { html } = await open({ lang });
        hints.add(/<h1>.*?<\/p>/.exec(html)?.[0] ?? '');
      }
      assert.equal(hints.size, LANGUAGES.length);
      assert.deepEqual((await quotasOf()).quotas, [{ name: 'views', limit: 3, used: 3 }]);
      assert.equal(await metric(/^inlay_quota_refusals_total\{quota="views"\} (?<value>\d+)$/m), '12');
      assert.equal(
        await metric(/^inlay_quota_tenants\{quota="views",state="exhausted"\} (?<value>\d+)$/m),
        '1',
      );
      assert.match(inlay.logged(), /"quota":"views","used":3,"limit":3,"msg":"quota used up"/);
    });

    it('let administrators preview embeds when all views are used', async () => {
      const { body } = await call<{ token: string }>(`${inlay.url}/api/v0/embeds/e-tile/preview-token`, {
        token: setup.adminToken,
        body: { context: CONTEXT },
      });
      assert.equal((await open({ token: body.token, origin: inlay.url })).status, 200);
    });

    it('count views of all nodes and survive a restart', async () => {
      await inlay.close();
      inlay = await startInlay(store, { time });
      assert.equal((await open()).status, 429);
      await setQuotas({ views: 4 }, '--views', '4');
      const other = await startInlay(store, { time });
      try {
        assert.equal((await open({}, other)).status, 200);
        assert.equal((await open({}, other)).status, 429);
        // This node learns about it when the other has written its counts.
        await other.services.usage.flush();
        await eventually(async () => assert.deepEqual((await quotasOf()).quotas[0]?.used, 4));
        assert.equal((await open()).status, 429);
      } finally {
        await other.close();
      }
    });

    it('refuse token exchanges beyond the quota with an OAuth error', async () => {
      setup = { ...setup, inlay, tokenUrl: setup.tokenUrl.replace(/^http:\/\/[^/]+/, inlay.url) };
      await setQuotas({ exchanges: 2 }, '--views', 'none', '--exchanges', '2');
      assert.equal((await trade()).status, 200);
      const refused = await trade();
      assert.equal(refused.status, 429);
      assert.equal(refused.body.error, 'temporarily_unavailable');
      assert.match(
        String(refused.body.error_description),
        /^The quota of 2 token exchanges per month is used up\. It resets on \d{4}-\d\d-01 \(UTC\)\./,
      );
      assert.equal(refused.headers.get('retry-after'), String(Math.ceil((endOfMonth(now()) - now()) / 1000)));
      assert.equal(refused.headers.get('cache-control'), 'no-store');
      // Wrong credentials learn nothing about quotas.
      const wrong = await exchange({ ...setup, secret: 'wrong' }, signJwt(goodClaims(setup, now())));
      assert.equal(wrong.status, 401);
      // A page without a token shows why there is none.
      const page = await open({ token: '' });
      assert.equal(page.status, 429);
      assert.match(page.html, /The monthly usage limit has been reached/);
      assert.equal((await open()).status, 200, 'a token that was issued before still works');
    });

    it('let exactly as many parallel token exchanges through as are left, on one node and on two', async () => {
      const other = await startInlay(store, { time });
      try {
        const otherUrl = setup.tokenUrl.replace(inlay.url, other.url);
        for (const urls of [[setup.tokenUrl], [setup.tokenUrl, otherUrl]]) {
          const limit = (await exchangesUsed()) + 10;
          await setQuotas({ exchanges: limit }, '--exchanges', String(limit));
          const replies = await Promise.all(
            Array.from({ length: 200 }, (_, index) =>
              exchange(setup, signJwt(goodClaims(setup, now())), {
                url: urls[index % urls.length] as string,
              }),
            ),
          );
          const refused = replies.filter(({ status }) => status !== 200);
          assert.equal(refused.length, 190);
          for (const { status, body, headers } of refused) {
            assert.equal(status, 429);
            assert.match(
              String(body.error_description),
              /^The quota of \d+ token exchanges per month is used up\./,
            );
            assert.equal(headers.get('retry-after'), String(Math.ceil((endOfMonth(now()) - now()) / 1000)));
          }
          assert.equal(await exchangesUsed(), limit);
        }
      } finally {
        await other.close();
      }
    });

    it('give back what a failed exchange would have used', async () => {
      const limit = (await exchangesUsed()) + 2;
      await setQuotas({ exchanges: limit }, '--exchanges', String(limit));
      const assertion = signJwt(goodClaims(setup, now()));
      assert.equal((await exchange(setup, assertion)).status, 200);
      const failed = await Promise.all([
        exchange(setup, assertion),
        exchange(setup, 'nonsense'),
        exchange(setup, signJwt({ ...goodClaims(setup, now()), aud: 'elsewhere' })),
      ]);
      assert.deepEqual(
        failed.map(({ status }) => status),
        [400, 400, 400],
      );
      assert.equal((await trade()).status, 200);
      assert.equal((await trade()).status, 429);
    });

    it('let exactly as many parallel views through as are left on a node, and give back those that fail', async () => {
      const limit = inlay.services.quotas.used('demo' as TenantId, 'views') + 3;
      await setQuotas({ views: limit }, '--exchanges', 'none', '--views', String(limit));
      const failed = await open({ filters: '{"nowhere":1}' });
      assert.equal(failed.status, 400);
      const pages = await Promise.all(Array.from({ length: 20 }, () => open()));
      assert.equal(pages.filter(({ status }) => status === 200).length, 3);
      assert.equal(pages.filter(({ status }) => status === 429).length, 17);
    });

    it('refuse exports that have more rows than are left, and count the others', async () => {
      await setQuotas({ exportedRows: 3 }, '--views', 'none', '--exported-rows', '3');
      const tile = `${inlay.url}/embed/api/v0/embeds/e-tile/tiles/revenue`;
      const csv = (id = 'e-tile', tileId = 'revenue') =>
        fetch(`${inlay.url}/embed/api/v0/embeds/${id}/tiles/${tileId}/export.csv`, {
          headers: { authorization: `Bearer ${token}` },
        });
      assert.equal((await csv()).status, 200);
      assert.deepEqual((await quotasOf()).quotas, [{ name: 'exportedRows', limit: 3, used: 2 }]);
      const refused = await csv();
      assert.equal(refused.status, 429);
      const body = (await refused.json()) as { code: string; message: string };
      assert.equal(body.code, 'TENANT_QUOTA_REACHED');
      assert.match(body.message, /^Only 1 of 3 exported rows are left this month\./);
      assert.equal((await call(tile, { token, body: {} })).status, 429, 'rows for an export of the page');
      const rendered = await call(`${inlay.url}/embed/api/v0/embeds/e-tile`, { token });
      assert.equal(rendered.status, 200);
      const pdf = await fetch(`${inlay.url}/embed/api/v0/embeds/e-tile/export.pdf`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(pdf.status, 200, 'pictures have no rows');
      await pdf.arrayBuffer();
    });

    it('count parallel exports one after another', async () => {
      const limit = inlay.services.quotas.used('demo' as TenantId, 'exportedRows') + 5;
      await setQuotas({ exportedRows: limit }, '--exported-rows', String(limit));
      const viewer = { tenantId: 'demo', workspaceId: 'main', username: 'ann', onlyEmbed: null };
      const request = { services: inlay.services, viewer: viewer as EmbedPrincipal };
      const exports = await Promise.allSettled(Array.from({ length: 8 }, () => meterRows(request, 2)));
      assert.equal(exports.filter(({ status }) => status === 'fulfilled').length, 2);
    });

    it('refuse uploads beyond the storage quota, and leave nothing of them', async () => {
      await setQuotas({ storageBytes: 4_000_000 }, '--exported-rows', 'none', '--storage-mb', '4');
      const data = dataClient(inlay.url, setup.adminToken);
      const lines = (count: number) => `number\n${'1234567\n'.repeat(count)}`;
      const before = (await quotasOf()).quotas[0]?.used ?? 0;
      assert.ok(before > 0);
      const large = await data.upload('large.csv', lines(600_000));
      assert.equal(large.status, 413);
      const { code, message } = large.body as { code?: string; message?: string };
      assert.equal(code, 'STORAGE_QUOTA_REACHED');
      assert.match(
        String(message),
        /^The storage quota is 4 MB, and 3\.\d MB of it are left for this file\./,
      );
      assert.equal((await quotasOf()).quotas[0]?.used, before);
      assert.equal((await data.upload('half.csv', lines(200_000))).status, 201);
      const used = (await quotasOf()).quotas[0]?.used ?? 0;
      assert.ok(used > before + 1_000_000, String(used));
      // The file that it replaces does not count.
      assert.equal((await data.upload('half.csv', lines(210_000))).status, 201);
      assert.equal((await data.upload('other.csv', lines(320_000))).status, 413);
    });

    it('end the connection of a file that is much too large, so that its rest is not taken for a request', async () => {
      const data = dataClient(inlay.url, setup.adminToken);
      const { status } = await data
        .upload('huge.csv', Buffer.alloc(40 * 1024 * 1024, '1234567\n'))
        .catch(() => ({
          status: 413,
        }));
      assert.equal(status, 413);
      assert.equal((await quotasOf()).quotas.length, 1);
    });

    it('are recorded in the audit log when the operator changes them', async () => {
      const { body } = await call<{ data: { target: string; details: object }[] }>(
        `${inlay.url}/api/v0/audit-events?action=tenant.quota`,
        { token: setup.adminToken },
      );
      assert.equal(body.data.length, changes);
      assert.deepEqual([body.data.at(-1)?.target, body.data.at(-1)?.details], ['demo', { views: 3 }]);
    });

    it('start again on the first day of a month', async () => {
      await setQuotas({ views: 1 }, '--storage-mb', 'none', '--views', '1');
      const last = await open();
      assert.equal(last.status, 429, last.html);
      time.setClockBy(endOfMonth(now()) - now());
      token = await viewerToken(setup, {}, now());
      assert.equal((await open()).status, 200);
      assert.equal((await open()).status, 429);
    });
  });
}
