import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { ADMIN, sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

describe('embed page', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let token: string;
  let now = Date.now();

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore, { time: timeAt(() => now) }));
    token = await viewerToken(setup);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const open = (id: string, fields: Record<string, string> = {}, headers = {}) =>
    openPage(inlay, id, { token, origin: 'https://app.example.com', ...fields }, headers);
  const codeOf = (state: object) => (state as { error?: { code: string } }).error?.code;
  const refusal = async (page: ReturnType<typeof open>) => {
    const { status, state } = await page;
    return [status, codeOf(state)];
  };

  describe('shows:', () => {
    it("a chart of the viewer's rows, with its numbers as a table", async () => {
      const { status, html, state } = await open('e-tile');
      assert.equal(status, 200);
      assert.match(html, /<svg[^>]+class="inlay-chart"/);
      assert.match(html, /<table class="inlay-data">.*Coffee.*30/s);
      assert.doesNotMatch(html, /Cocoa|700/);
      assert.equal(state.kind, 'tile');
      assert.equal(state.hostOrigin, 'https://app.example.com');
      const south = await open('e-tile', {
        token: await viewerToken(setup, { attributes: { region: 'south' } }),
      });
      assert.match(south.html, /Cocoa/);
      assert.doesNotMatch(south.html, /Coffee/);
    });

    it('the same page by its alias', async () => {
      assert.equal((await open('tile-alias')).state.embedId, 'e-tile');
    });

    it('a dashboard without content that rules hide, and with it for viewers who can see it', async () => {
      const { html } = await open('e-dashboard');
      assert.doesNotMatch(html, /nsiders/);
      assert.doesNotMatch(html, /item-a2|data-item="a2"/);
      assert.match(html, /#item-t\\\.1\{grid-area:/);
      const inside = await open('e-dashboard', { token: await viewerToken(setup, { groups: ['insiders'] }) });
      assert.match(inside.html, /Insiders only/);
    });

    it('values in texts, and markup of authors escaped', async () => {
      const { html } = await open('e-dashboard');
      assert.match(html, /<strong><bdi data-value="t\.1:sum\|number">40<\/bdi><\/strong>/);
      assert.match(html, /&lt;script&gt;alert\(1\)/);
      const story = await open('e-story');
      assert.match(story.html, /We sold <bdi data-value="one:sum\|number">40<\/bdi>/);
      assert.doesNotMatch(story.html, /href="javascript:/);
      assert.match((await open('e-table')).html, /<h1 dir="auto">Customers &lt;b&gt;first/);
    });

    it('a story without the steps that are hidden from the viewer', async () => {
      const { html } = await open('e-story');
      assert.match(
        html,
        /data-step="one" data-scene="0" aria-label="The sum"><div class="inlay-step-text"><h2 dir="auto">/,
      );
      assert.match(html, /data-step="two" data-scene="1" aria-label="By customer" hidden>/);
      assert.doesNotMatch(html, /secret/);
      const second = await open('e-story', { step: 'two' });
      assert.match(second.html, /data-step="one" data-scene="0" aria-label="The sum" hidden>/);
    });

    it('the rest of a dashboard if one database is down', async () => {
      const { status, html } = await open('e-dashboard');
      assert.equal(status, 200);
      assert.match(html, /data-tile="broken" data-state="ENGINE_UNAVAILABLE"/);
      assert.match(html, /Coffee/);
    });

    it("only rows that match the host's filters", async () => {
      const { html, state } = await open('e-dashboard', { 'filters.product': 'Tea' });
      assert.doesNotMatch(html, /Coffee/);
      assert.match(html, /<span class="inlay-filter-value">Tea</);
      assert.deepEqual(state.filterValues, { product: 'Tea' });
    });

    it("the viewer's language and text direction", async () => {
      assert.match((await open('e-tile', { lang: 'ar' })).html, /<html lang="ar" dir="rtl"/);
      assert.match(
        (await open('e-tile', {}, { 'accept-language': 'xx, de-CH;q=0.9' })).html,
        /<html lang="de-CH"/,
      );
    });

    it("every available language, in the viewer's script", async () => {
      const titles = await Promise.all(
        ['pl', 'zh-CN', 'zh-TW'].map(
          async (lang) => /<h1>(.*?)<\/h1>/.exec((await open('unknown', { lang })).html)?.[1],
        ),
      );
      assert.deepEqual(titles, [
        'Ta treść jest niedostępna',
        '此内容不可用',
        'This content is not available',
      ]);
      const accepted = await open('e-tile', {}, { 'accept-language': 'zh-TW, pl;q=0.9' });
      assert.match(accepted.html, /<html lang="pl"/);
    });

    it('no product name', async () => {
      for (const id of ['e-tile', 'e-dashboard', 'e-story', 'unknown']) {
        const { html } = await open(id);
        const seen = html.replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ');
        assert.doesNotMatch(seen, /inlay/i, id);
      }
    });

    it('a tile in 4 KB with its launcher, and in 6.5 KB with its loader, compressed', async () => {
      const { html } = await open('e-tile', { width: '640' });
      const launcher = await call<string>(`${inlay.url}/scripts/embedLauncher.js`);
      const loader = /src="(\/embed\/assets\/loader-[^"]+)"/.exec(html)?.[1];
      assert.ok(loader, 'the frame is built');
      const script = await call<string>(`${inlay.url}${loader}`);
      const weigh = (parts: readonly string[]) =>
        parts.map((part) => gzipSync(part).length).reduce((sum, each) => sum + each);
      const chart = [html, String(launcher.body)];
      assert.ok(weigh(chart) <= 4 * 1024, `${weigh(chart)} bytes`);
      const all = weigh([...chart, String(script.body)]);
      assert.ok(all <= 6.5 * 1024, `${all} bytes`);
    });

    it('an encoding that the browser prefers, and tells caches so', async () => {
      for (const [accepted, encoding] of [
        ['gzip, deflate, br, zstd', 'zstd'],
        ['gzip, br', 'br'],
        ['br;q=0, gzip', 'gzip'],
        ['identity', undefined],
      ] as const) {
        const { headers } = await open('e-tile', {}, { 'accept-encoding': accepted });
        assert.equal(headers['content-encoding'], encoding, accepted);
        assert.equal(headers.vary, 'accept-encoding', accepted);
      }
    });
  });

  describe('refuses with an error page and a code:', () => {
    it('an embed that does not exist, has expired, or shows a draft', async () => {
      for (const id of ['unknown', 'e-over', 'e-draft'])
        assert.deepEqual(await refusal(open(id)), [404, 'EMBED_NOT_FOUND'], id);
    });

    it('a token that is missing, invented, revoked or expired', async () => {
      assert.deepEqual(await refusal(openPage(inlay, 'e-tile', {})), [401, 'TOKEN_MISSING']);
      assert.deepEqual(await refusal(open('e-tile', { token: 'inl_embed_invented' })), [
        401,
        'TOKEN_INVALID',
      ]);
      const login = setup.adminToken;
      assert.deepEqual(await refusal(open('e-tile', { token: login })), [401, 'TOKEN_INVALID']);
      const short = await viewerToken(setup, {}, now - 290_000);
      now += 20_000;
      assert.deepEqual(await refusal(open('e-tile', { token: short })), [401, 'TOKEN_EXPIRED']);
    });

    it('a viewer of another workspace or without a privilege, but not an ADMIN', async () => {
      const asked = async (context: object) =>
        refusal(open('e-tile', { token: await viewerToken(setup, context) }));
      assert.deepEqual(await asked({ workspace_id: 'other' }), [403, 'ACCESS_DENIED']);
      assert.deepEqual(await asked({ privileges: { finance: ['view'] } }), [403, 'ACCESS_DENIED']);
      assert.deepEqual(await asked({ roles: ['ADMIN'], privileges: {} }), [200, undefined]);
    });

    it('a tile that rules hide from the viewer', async () => {
      const { status, html } = await open('e-hidden');
      assert.equal(status, 403);
      assert.doesNotMatch(html, /Insiders only/);
    });

    it("a token of this tenant at another tenant's address", async () => {
      await createTenant(inlay.services, {
        id: 'other',
        adminUsername: 'admin@other.test',
        adminPassword: ADMIN.password,
      });
      const host = `other.${inlay.services.config.publicUrl.hostname}`;
      assert.deepEqual(await refusal(open('e-tile', {}, { host })), [401, 'TOKEN_INVALID']);
    });

    it('a page of a forbidden origin, and says which origins are allowed', async () => {
      const refused = await open('e-origin', { origin: 'https://evil.example' });
      assert.deepEqual([refused.status, codeOf(refused.state)], [403, 'ORIGIN_REFUSED']);
      assert.doesNotMatch(refused.html, /Coffee/);
      for (const id of ['e-origin', 'e-tile']) {
        const lying = await open(id, {}, { origin: 'https://evil.example' });
        assert.equal(codeOf(lying.state), 'ORIGIN_REFUSED', id);
      }
      const fine = await open('e-origin');
      assert.match(
        String(fine.headers['content-security-policy']),
        /frame-ancestors https:\/\/app\.example\.com;/,
      );
    });

    it('an origin that only the tenant or only the embed allows', async () => {
      const settings = (allowedOrigins: readonly string[]) =>
        admin('PATCH', 'embed-settings', { body: { allowedOrigins } });
      await settings(['https://tenant.example']);
      const both = await refusal(open('e-origin'));
      const tenant = await refusal(open('e-tile', { origin: 'https://tenant.example' }));
      await settings([]);
      assert.deepEqual(
        [both, tenant],
        [
          [403, 'ORIGIN_REFUSED'],
          [200, undefined],
        ],
      );
    });

    it('a tile whose database is down, without details of the database', async () => {
      const { status, html, state } = await open('e-broken');
      assert.deepEqual([status, codeOf(state)], [502, 'ENGINE_UNAVAILABLE']);
      assert.doesNotMatch(html, /warehouse\.invalid|canary/);
    });

    it('a filter that the embed does not have, or a column that it does not show', async () => {
      assert.deepEqual(await refusal(open('e-tile', { filters: '[1' })), [400, 'VALUE_INVALID']);
      assert.deepEqual(await refusal(open('e-tile', { 'filters.customer': 'Birch' })), [
        400,
        'VALUE_INVALID',
      ]);
    });

    it('more filters or variables than it would read, because ignoring some could show more than was requested', async () => {
      const many = Array.from({ length: 201 }, (_, index) => [`variables.v${index}`, 'x']);
      assert.deepEqual(await refusal(open('e-tile', Object.fromEntries(many))), [400, 'VALUE_INVALID']);
    });

    it("every request in the viewer's language", async () => {
      const titles = ['en', 'fr', 'de', 'es', 'pt', 'it', 'nl', 'ja', 'ar'].map(
        async (lang) => /<h1>(.*?)<\/h1>/.exec((await open('unknown', { lang })).html)?.[1],
      );
      assert.equal(new Set(await Promise.all(titles)).size, 9);
    });
  });

  describe('is safe:', () => {
    it('has secure headers', async () => {
      const { headers, html } = await open('e-tile');
      const policy = String(headers['content-security-policy']);
      const nonce = /script-src 'nonce-([\w-]{22})' 'strict-dynamic'/.exec(policy)?.[1];
      assert.ok(nonce);
      assert.ok(html.includes(`<style nonce="${nonce}">`));
      assert.doesNotMatch(html, / style="/);
      assert.match(policy, /^default-src 'none'/);
      assert.match(policy, /require-trusted-types-for 'script'/);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      const again = await open('e-tile');
      assert.ok(!String(again.headers['content-security-policy']).includes(nonce));
    });

    it('escapes all input', async () => {
      const evil = '"></script><script>alert(1)</script>';
      for (const page of [
        await open('e-tile', { lang: evil, theme: evil, origin: evil, timeZone: evil, step: evil }),
        await open('e-tile', { theme: JSON.stringify({ tokens: { accent: 'red}</style><script>' } }) }),
        await open(encodeURIComponent(evil)),
        await open('e-dashboard', { filters: JSON.stringify({ product: evil }) }),
      ])
        assert.doesNotMatch(page.html, /<script>alert|<\/style><script>/);
    });

    it('reveals no token or secret of the viewer in pages and logs', async () => {
      for (const id of ['e-tile', 'e-dashboard', 'e-story', 'e-broken', 'unknown']) {
        const { html, headers } = await open(id);
        assert.ok(!(html + JSON.stringify(headers)).includes(token), id);
        assert.doesNotMatch(html, /canary/, id);
      }
      await call(`${inlay.url}/scripts/embedLauncher.js?id=e-tile&token=${token}`);
      assert.ok(!inlay.logged().includes(token));
      assert.doesNotMatch(inlay.logged(), /canary-warehouse-password/);
    });

    it('shows the same short page for every id if it is opened without a host', async () => {
      const direct = async (path: string, headers: Record<string, string> = {}) => {
        const { status, body } = await call<string>(`${inlay.url}/embed/${path}`, { headers });
        assert.equal(status, 200);
        return body.replaceAll(/nonce="[^"]*"/g, '');
      };
      const page = await direct('e-tile');
      assert.match(
        page,
        /<h1>This content is part of another page<\/h1><p>Open the page that shows it\.<\/p>/,
      );
      assert.doesNotMatch(page, /<script|e-tile/);
      for (const id of ['e-dashboard', 'unknown', 'b-unknown']) assert.equal(await direct(id), page, id);
      const navigation = { 'sec-fetch-dest': 'document' };
      assert.equal(await direct('unknown?origin=https://app.example.com', navigation), page);
      assert.match(await direct('e-tile', { 'accept-language': 'de' }), /Dieser Inhalt gehört zu/);
    });

    it('shows nothing without a token and waits for its host', async () => {
      const { status, headers, body } = await call<string>(
        `${inlay.url}/embed/e-tile?origin=https://app.example.com`,
      );
      assert.equal(status, 200);
      assert.match(body, /"unrendered":true/);
      assert.match(String(headers['content-security-policy']), /form-action 'self'/);
      assert.doesNotMatch(body, /Coffee|Revenue/);
    });
  });
});
