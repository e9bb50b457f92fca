import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EmbedExplanation } from '@inlay/protocol/explanation';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const VIEWERS = {
  'an ordinary viewer': {},
  'an insider': { groups: ['insiders'] },
  'a viewer without privileges': { privileges: {} },
  'a viewer with privileges elsewhere': { privileges: { other: ['view'] } },
  'a viewer of another workspace': { workspace_id: 'elsewhere' },
  'an administrator of another workspace': {
    roles: ['ADMIN'],
    workspace_id: 'elsewhere',
    privileges: {},
  },
  'a viewer whose groups were cut off': { groups: Array.from({ length: 500 }, (_, i) => `group-${i}`) },
};
const EMBEDS = ['e-tile', 'e-table', 'e-hidden', 'e-dashboard', 'e-story', 'e-over', 'e-draft'];

describe('embed explanation', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore));
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  const explain = async (id: string, context: object = {}, origin?: string) => {
    const { status, body } = await call<EmbedExplanation>(`${inlay.url}/api/v0/embeds/${id}/explain`, {
      token: setup.adminToken,
      body: { context: { ...CONTEXT, ...context }, ...(origin === undefined ? {} : { origin }) },
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const failed = ({ checks }: EmbedExplanation) =>
    checks.filter(({ ok }) => !ok).map(({ name, reason }) => [name, reason]);
  const part = ({ parts }: EmbedExplanation, kind: string, id: string) =>
    parts.find((each) => each.kind === kind && each.id === id);

  for (const [who, context] of Object.entries(VIEWERS)) {
    it(`matches what ${who} sees, embed by embed and part by part`, async () => {
      const token = await viewerToken(setup, context);
      for (const id of EMBEDS) {
        const explained = await explain(id, context);
        const page = await openPage(inlay, id, { token });
        assert.equal(explained.visible, page.status === 200, `${id}: ${JSON.stringify(explained.checks)}`);
        assert.equal(explained.visible, failed(explained).length === 0);
        if (page.status !== 200) continue;
        const shown = (page.state.tiles as unknown as { id: string }[]).map((tile) => tile.id).sort();
        const told = explained.parts.filter(({ kind, visible }) => kind === 'tile' && visible);
        assert.deepEqual(told.map((tile) => tile.id).sort(), shown, id);
      }
    });
  }

  it("writes explanations in the reader's language, and in English for others", async () => {
    const explainIn = (language: string | undefined) =>
      call<EmbedExplanation>(`${inlay.url}/api/v0/embeds/e-draft/explain`, {
        token: setup.adminToken,
        body: { context: CONTEXT },
        ...(language === undefined ? {} : { headers: { 'accept-language': language } }),
      });
    const german = await explainIn('de-CH, en;q=0.5');
    assert.equal(german.headers['content-language'], 'de');
    assert.match(german.body.summary, /^Dieser Betrachter sieht nichts: /);
    for (const language of [undefined, '*', 'fr']) {
      const english = await explainIn(language);
      assert.equal(english.headers['content-language'], 'en');
      assert.match(english.body.summary, /^This viewer sees nothing: /);
    }
  });

  it('names the rule that hides a tile and the parts hidden with it', async () => {
    const explained = await explain('e-dashboard');
    assert.deepEqual(part(explained, 'tile', 'insiders'), {
      kind: 'tile',
      id: 'insiders',
      title: 'Insiders only',
      visible: false,
      reason: 'Hidden by its visibility rule: groups contains: false.',
      rules: [{ path: '', outcome: 'false', reason: 'groups contains: false' }],
      data: {
        datasetId: 'sales',
        rows: 'some',
        reason: 'This viewer sees the rows that match the rules below.',
        filters: [{ filter: 'product', column: 'product', reason: 'Product → product' }],
      },
    });
    assert.equal(part(explained, 'item', 'a1')?.reason, 'Visible: it has no visibility rule.');
    assert.equal(
      part(explained, 'item', 'a2')?.reason,
      "Hidden: it needs the tile 'insiders', which is hidden.",
    );
    assert.equal(part(await explain('e-dashboard', { groups: ['insiders'] }), 'item', 'a2')?.visible, true);
    assert.match(explained.summary, /sees 6 of 8 parts/);
  });

  it('covers the steps of a story', async () => {
    const explained = await explain('e-story');
    assert.equal(
      part(explained, 'step', 'secret')?.reason,
      "Hidden: it needs the tile 'insiders', which is hidden.",
    );
    assert.equal(part(explained, 'step', 'two')?.visible, true);
    assert.equal(part(explained, 'story', 'growth')?.visible, true);
  });

  it('reports whether a Dashboard Builder opens', async () => {
    const target = { kind: 'builder', id: 'sales' };
    const { status } = await admin('POST', 'embeds', { body: { id: 'e-builder', title: 'Builder', target } });
    assert.equal(status, 201);
    const open = await explain('e-builder');
    assert.deepEqual([open.visible, open.parts, failed(open)], [true, [], []]);
    assert.equal(open.summary, 'This viewer can open the Dashboard Builder.');
    const closed = await explain('e-builder', { privileges: {} });
    assert.deepEqual(
      failed(closed).map(([name]) => name),
      ['privilege'],
    );
  });

  it('distinguishes a missing group from one that truncation may have removed', async () => {
    const { parts, truncated } = await explain('e-hidden', VIEWERS['a viewer whose groups were cut off']);
    assert.equal(truncated, true);
    assert.equal(
      parts[0]?.reason,
      'Hidden by its visibility rule: groups contains: unknown, because entries were lost to truncation.',
    );
    assert.equal(parts[0]?.rules[0]?.outcome, 'unknown');
  });

  it('reports why the whole embed is refused', async () => {
    assert.deepEqual(failed(await explain('e-tile', { workspace_id: 'elsewhere' })), [
      ['workspace', "The app is in the workspace 'main', but the viewer is in 'elsewhere'."],
    ]);
    assert.deepEqual(failed(await explain('e-tile', { privileges: {} })), [
      ['privilege', "The viewer has no privileges on the app 'sales'."],
    ]);
    assert.deepEqual(failed(await explain('e-over')), [
      ['expiry', 'The embed expired on 2020-01-01T00:00:00Z.'],
    ]);
    assert.deepEqual(failed(await explain('e-draft')), [
      ['target', 'The tile of this embed is not published. Publish it first.'],
    ]);
    assert.deepEqual(failed(await explain('e-origin', {}, 'https://evil.example')), [
      [
        'origin',
        'Pages of https://evil.example cannot show the embed, only pages of https://app.example.com.',
      ],
    ]);
    assert.equal((await explain('e-origin', {}, 'https://app.example.com')).visible, true);
    assert.equal((await explain('e-origin')).visible, true);
    const closed = await explain('e-hidden');
    assert.deepEqual(failed(closed), [['rules', 'Hidden by its visibility rule: groups contains: false.']]);
    assert.match(closed.summary, /^This viewer sees nothing: Hidden by its visibility rule/);
  });

  it('reports why a visible tile has no rows', async () => {
    const { parts, visible } = await explain('e-tile', { attributes: {} });
    assert.equal(visible, true);
    assert.equal(parts[0]?.data?.rows, 'none');
    assert.match(parts[0]?.data?.reason ?? '', /attributes\.region is missing or empty/);
    const { parts: broken } = await explain('e-broken', { secrets: {} });
    assert.equal(broken[0]?.data?.rows, 'none');
    assert.match(broken[0]?.data?.reason ?? '', /secrets\.warehouse/);
  });

  it('contains no secret', async () => {
    for (const id of EMBEDS)
      assert.ok(!JSON.stringify(await explain(id)).includes(CONTEXT.secrets.warehouse), id);
    assert.ok(!inlay.logged().includes(CONTEXT.secrets.warehouse));
  });

  it('refuses a context that the exchange would refuse, and an embed that does not exist', async () => {
    const ask = (id: string, body: unknown) =>
      call<{ message: string }>(`${inlay.url}/api/v0/embeds/${id}/explain`, {
        token: setup.adminToken,
        body,
      });
    const wrong = await ask('e-tile', { context: { ...CONTEXT, roles: ['ROOT'] } });
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.message, /^\/context\/roles /);
    assert.equal((await ask('e-tile', {})).status, 400);
    assert.equal((await ask('e-tile', { context: CONTEXT, orgin: 'x' })).status, 400);
    assert.equal((await ask('nothing', { context: CONTEXT })).status, 404);
  });

  it('refuses a context that is nested too deeply, as previews and every other reader of contexts do', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const send = (path: string, start: string, levels: number) => {
      const context = `{"username":"ann","workspace_id":"main","attributes":{"a":${nested(levels)}}}`;
      return call<{ message: string }>(`${inlay.url}/api/v0/${path}`, {
        token: setup.adminToken,
        rawBody: `{${start}"context":${context}}`,
        headers: { 'content-type': 'application/json' },
      });
    };
    const query = '"query":{"dimensions":[{"column":"region"}]},';
    const routes = {
      'embeds/e-tile/explain': '',
      'embeds/e-tile/preview-token': '',
      'apps/sales/explain': '"kind":"tile","id":"revenue",',
      'datasets/sales/query': query,
      'datasets/sales/explain': query,
      'datasets/infer': '"connectionId":"files","source":{"kind":"file","file":"sales"},',
    };
    for (const [path, start] of Object.entries(routes)) {
      for (const levels of [70, 5_000, 100_000]) {
        const { status, body } = await send(path, start, levels);
        assert.equal(status, 400, `${path} ${levels}: ${JSON.stringify(body)}`);
      }
    }
    assert.match(
      (await send('embeds/e-tile/explain', '', 70)).body.message,
      /^\/context must not be nested more/,
    );
    assert.equal((await send('embeds/e-tile/explain', '', 50)).status, 200);
    const context = `{"username":"ann","workspace_id":"main","attributes":{"a":${nested(2000)}}}`;
    const values = `datasets/sales/filter-values?column=region&context=${encodeURIComponent(context)}`;
    assert.equal((await call(`${inlay.url}/api/v0/${values}`, { token: setup.adminToken })).status, 400);
  });

  it('reports that the app is archived', async () => {
    const archived = await admin('POST', 'apps/sales/archive', { ifMatch: '*' });
    assert.equal(archived.status, 200, JSON.stringify(archived.body));
    const explained = await explain('e-tile');
    assert.deepEqual(failed(explained), [['state', 'The app is archived.']]);
    assert.equal((await openPage(inlay, 'e-tile', { token: await viewerToken(setup) })).status, 403);
  });
});
