import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { EmbedExplanation } from '@inlay/protocol/explanation';
import { contentClient, userClient } from '../../../support/content/content-client.ts';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const SALES = 'region,amount,note\nnorth,10,a\nnorth,5,b\nsouth,7,c\n';
const tile = (change: object = {}) => ({
  title: 'Sales',
  kind: 'bar',
  datasetId: 'sales',
  query: { dimensions: [{ column: 'region' }], measures: ['total'] },
  ...change,
});

interface Answer {
  readonly result: { readonly columns: readonly { readonly values: readonly unknown[] }[] };
}

describe('tile previews', () => {
  const inlay = useInlay(sqliteStore);
  let data: DataClient;
  before(async () => {
    const token = await inlay.adminToken();
    data = dataClient(inlay.running.url, token);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('sales.csv', SALES)).status, 201);
    const sales = {
      name: 'Sales',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      columns: [
        { name: 'region', type: 'string' },
        { name: 'amount', type: 'integer' },
        { name: 'note', type: 'string', hidden: true },
      ],
      measures: [{ name: 'total', kind: 'sum', column: 'amount' }],
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    };
    await data.create('workspaces', { id: 'elsewhere', name: 'Elsewhere' });
    await data.create('datasets', { id: 'sales', ...sales });
    await data.create('datasets', { id: 'private', ...sales, workspaceId: 'elsewhere' });
    await data.create('datasets', { id: 'unnamed', ...sales });
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['sales'] });
    await data.create('apps', { id: 'other', title: 'Other', workspaceId: 'main', datasets: ['sales'] });
  });

  const author = async (username: string, privileges: readonly string[], attributes = {}) => {
    const admin = contentClient(inlay.running, await inlay.adminToken());
    const client = await userClient(inlay.running, admin, username, { shop: privileges });
    const { data: users } = (await admin('GET', `users?q=${username}`)).body as never as {
      data: { id: string }[];
    };
    await admin('PATCH', `users/${users[0]?.id}`, { body: { attributes } });
    return client;
  };
  const rows = ({ result }: Answer) => result.columns[0]?.values.toSorted();

  it("show an administrator all rows, and only a viewer's rows when previewing as one", async () => {
    const all = await data.ask<Answer>('tiles/preview', { body: { appId: 'shop', tile: tile() } });
    assert.equal(all.status, 200, JSON.stringify(all.body));
    assert.deepEqual(rows(all.body), ['north', 'south']);
    const context = { username: 'ann', workspace_id: 'main', attributes: { region: 'south' } };
    const body = { appId: 'shop', tile: tile(), context };
    assert.deepEqual(rows((await data.ask<Answer>('tiles/preview', { body })).body), ['south']);
    const values = await data.ask<{ values: unknown[] }>('tiles/preview/values', {
      body: { appId: 'shop', datasetId: 'sales', column: 'region', context },
    });
    assert.deepEqual(values.body.values, ['south']);
  });

  it('show a contributor only rows that their own attributes allow, without previewing as someone else', async () => {
    const ann = await author('ann@demo.test', ['contribute'], { region: 'north' });
    const mine = await ann('POST', 'tiles/preview', { body: { appId: 'shop', tile: tile() } });
    assert.deepEqual(rows(mine.body as never as Answer), ['north']);
    const context = { username: 'bob', workspace_id: 'main', attributes: { region: 'south' } };
    const posing = await ann('POST', 'tiles/preview', { body: { appId: 'shop', tile: tile(), context } });
    assert.equal(posing.status, 401);
  });

  it('are refused for viewers, and for contributors with another app, dataset or hidden column', async () => {
    const viewer = await author('viewer@demo.test', ['view']);
    const refused = await viewer('POST', 'tiles/preview', { body: { appId: 'shop', tile: tile() } });
    assert.equal(refused.status, 401);
    assert.equal((await viewer('GET', 'apps/shop/datasets')).status, 401);
    assert.equal((await viewer('GET', 'apps/other/datasets')).status, 404);

    const carl = await author('carl@demo.test', ['contribute'], { region: 'north' });
    const { body } = await carl('GET', 'apps/shop/datasets');
    const { data: shown } = body as never as {
      data: { id: string; columns: { name: string }[]; source?: unknown }[];
    };
    assert.deepEqual(
      shown.map(({ id, columns }) => [id, columns.map(({ name }) => name)]),
      [['sales', ['region', 'amount']]],
    );
    assert.doesNotMatch(JSON.stringify(body), /attributes\.region|files/);
    const attempts = [
      { appId: 'other', tile: tile() },
      { appId: 'shop', tile: tile({ datasetId: 'unnamed' }) },
      { appId: 'shop', tile: tile({ datasetId: 'private' }) },
      { appId: 'shop', tile: tile({ query: { dimensions: [{ column: 'note' }], measures: [] } }) },
      {
        appId: 'shop',
        tile: tile({ query: { ...tile().query, filters: [{ column: 'note', operator: 'is-set' }] } }),
      },
    ];
    for (const attempt of attempts) {
      const { status } = await carl('POST', 'tiles/preview', { body: attempt });
      assert.ok(status === 400 || status === 404, `${status} ${JSON.stringify(attempt)}`);
    }
    const picked = { appId: 'shop', datasetId: 'sales', column: 'note' };
    assert.equal((await carl('POST', 'tiles/preview/values', { body: picked })).status, 400);
  });

  it('cannot use a dataset of another workspace, even for administrators', async () => {
    const body = { appId: 'shop', tile: tile({ datasetId: 'private' }) };
    assert.equal((await data.ask('tiles/preview', { body })).status, 400);
  });

  it('report the path of a mistake', async () => {
    const wrong = { appId: 'shop', tile: tile({ kind: 'cake' }) };
    const { status, body } = await data.ask<Refusal>('tiles/preview', { body: wrong });
    assert.equal(status, 400);
    assert.equal(body.details?.[0]?.path, '/tile/kind');
    const unknown = tile({ query: { dimensions: [], measures: ['profit'] } });
    const asked = await data.ask<Refusal>('tiles/preview', { body: { appId: 'shop', tile: unknown } });
    assert.equal(asked.status, 400);
    assert.match(asked.body.message, /profit/);
  });

  it('explain to an administrator why a viewer would not see an unsaved tile, and are audited', async () => {
    const explain = (body: object) => data.ask<EmbedExplanation & Refusal>('apps/shop/explain', { body });
    const rule = { or: [{ context: 'groups', operator: 'contains', value: 'finance' }] };
    const context = {
      username: 'eve@customer.example',
      workspace_id: 'main',
      privileges: { shop: ['view'] },
      attributes: { region: 'south' },
    };
    const hidden = await explain({ context, kind: 'tile', content: tile({ visibility: rule }) });
    assert.equal(hidden.status, 200, JSON.stringify(hidden.body));
    assert.equal(hidden.body.visible, false);
    assert.match(hidden.body.parts[0]?.reason ?? '', /Hidden by its visibility rule: groups is missing/);

    const made = await data.create('tiles', { id: 'ruled', appId: 'shop', ...tile({ visibility: rule }) });
    assert.ok(made);
    const story = {
      title: 'Story',
      steps: [
        { id: 'one', title: 'One', tiles: ['ruled'] },
        { id: 'two', title: 'Two' },
      ],
    };
    const { body } = await explain({ context, kind: 'story', content: story });
    const seen = Object.fromEntries(body.parts.map(({ id, visible }) => [id, visible]));
    assert.deepEqual([seen.one, seen.two], [false, true]);
    const finance = { ...context, groups: ['finance'] };
    assert.ok((await explain({ context: finance, kind: 'story', content: story })).body.visible);

    const elsewhere = { ...context, workspace_id: 'elsewhere' };
    assert.match(
      (await explain({ context: elsewhere, kind: 'tile', content: tile() })).body.summary,
      /workspace/,
    );
    assert.equal((await explain({ context, kind: 'tile', content: { kind: 'pie' } })).status, 400);
    assert.equal((await explain({ context: {}, kind: 'tile', content: tile() })).status, 400);
    const audit = await data.ask<{ data: { details: { as: string } }[] }>('audit-events?action=app.preview', {
      method: 'GET',
    });
    assert.equal(audit.body.data[0]?.details.as, 'eve@customer.example');
  });

  it('find connections and datasets by part of their name or id', async () => {
    const ids = async (path: string) => {
      const { data: found } = (await data.ask<{ data: { id: string }[] }>(path)).body;
      return found.map(({ id }) => id);
    };
    assert.deepEqual(await ids('datasets?q=UNNAM'), ['unnamed']);
    assert.deepEqual(await ids('datasets?q=sal&workspace=elsewhere'), ['private']);
    assert.deepEqual(await ids('datasets?q=%25'), []);
    assert.deepEqual(await ids('connections?q=FILE'), ['files']);
    assert.deepEqual(await ids('connections?q=nothing'), []);
  });
});

describe('story previews', () => {
  const inlay = useInlay(sqliteStore);
  let data: DataClient;
  const step = {
    id: 'one',
    title: 'North leads with {{ total | number }}',
    narrative: 'Out of **{{ total | number }}**. <script>alert(1)</script>',
    tiles: ['by-region'],
    values: { total: { tile: 'by-region', column: 'total', row: 'first' } },
  };
  const story = (change: object = {}) => ({ title: 'Story', steps: [{ ...step, ...change }] });
  const preview = (body: object) =>
    data.ask<Refusal & { readonly html: string }>('stories/preview', { body: { appId: 'shop', ...body } });
  before(async () => {
    data = dataClient(inlay.running.url, await inlay.adminToken());
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('sales.csv', SALES)).status, 201);
    await data.create('datasets', {
      id: 'sales',
      name: 'Sales',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      measures: [{ name: 'total', kind: 'sum', column: 'amount' }],
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    });
    await data.create('datasets', {
      id: 'unnamed',
      name: 'Unnamed',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      measures: [{ name: 'total', kind: 'sum', column: 'amount' }],
      segmented: false,
    });
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['sales'] });
    await data.create('apps', { id: 'other', title: 'Other', workspaceId: 'main', datasets: ['sales'] });
    const sorted = { sort: [{ by: 'region', direction: 'asc' }] };
    const query = { dimensions: [{ column: 'region' }], measures: ['total'], ...sorted };
    await data.create('tiles', { id: 'by-region', appId: 'shop', ...tile({ title: 'By region', query }) });
    await data.create('tiles', { id: 'unlisted', appId: 'shop', ...tile({ datasetId: 'unnamed' }) });
  });

  it("are the viewer's page, with charts and values in texts, without scripts", async () => {
    const { status, body } = await preview({ content: story(), lang: 'de', width: 600 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.match(body.html, /lang="de"/);
    assert.match(body.html, /North leads with 15/);
    assert.match(body.html, /<strong><bdi[^>]*>15<\/bdi><\/strong>/);
    assert.match(body.html, /<svg[^>]*inlay-chart/);
    assert.match(body.html, /south/);
    assert.doesNotMatch(body.html, /<script(?! type="application\/json")/);
  });

  it("show an administrator a viewer's rows, without content that rules hide from that viewer", async () => {
    const context = { username: 'ann', workspace_id: 'main', attributes: { region: 'south' } };
    const seen = await preview({ content: story(), context });
    assert.match(seen.body.html, /North leads with 7/);
    assert.doesNotMatch(seen.body.html, />north</);
    const visibility = { context: 'groups', operator: 'contains', value: 'nobody' };
    assert.equal((await preview({ content: story({ visibility }), context })).status, 403);
    assert.equal((await preview({ content: story({ visibility }) })).status, 200);
  });

  it('report the mistakes of a story', async () => {
    const { status, body } = await preview({ content: story({ narrative: '{{ gone | number }}' }) });
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(JSON.stringify(body.details), /narrative/);
  });

  it("limit contributors to their own rows and the app's datasets, and refuse others", async () => {
    const admin = contentClient(inlay.running, await inlay.adminToken());
    const ann = await userClient(inlay.running, admin, 'ann@demo.test', { shop: ['contribute'] });
    const bob = await userClient(inlay.running, admin, 'bob@demo.test', { shop: ['view'] });
    const body = { appId: 'shop', content: story() };
    const own = await ann('POST', 'stories/preview', { body });
    assert.equal(own.status, 200, JSON.stringify(own.body));
    assert.doesNotMatch(String(own.body.html), />north</);
    const context = { username: 'eve', workspace_id: 'main', attributes: { region: 'south' } };
    assert.equal((await ann('POST', 'stories/preview', { body: { ...body, context } })).status, 401);
    const unlisted = {
      ...body,
      content: { title: 'Story', steps: [{ id: 'a', title: 'A', tiles: ['unlisted'] }] },
    };
    assert.equal((await ann('POST', 'stories/preview', { body: unlisted })).status, 400);
    assert.equal((await ann('POST', 'stories/preview', { body: { ...body, appId: 'other' } })).status, 404);
    assert.equal((await bob('POST', 'stories/preview', { body })).status, 401);
  });

  it('list the sentences that have no value for a viewer, and the steps that are hidden from them', async () => {
    const hidden = { context: 'groups', operator: 'contains', value: 'nobody' };
    const north = { tile: 'by-region', column: 'total', where: { column: 'region', value: 'north' } };
    const content = {
      title: 'Story',
      steps: [
        { ...step, narrative: '{{#if north}}North made {{ north }}{{:else}}No north{{/if}}, {{ north }}' },
        { id: 'two', title: 'Two', visibility: hidden },
      ].map((each) => ('values' in each ? { ...each, values: { ...each.values, north } } : each)),
    };
    const viewer = (region: string) => ({
      username: region,
      workspace_id: 'main',
      attributes: { region },
    });
    const contexts = [viewer('north'), viewer('south'), viewer('west')];
    const body = { appId: 'shop', content, contexts };
    const { status, body: checked } = await data.ask<CheckedViewers>('stories/check-texts', { body });
    assert.equal(status, 200, JSON.stringify(checked));
    const [first, second, third] = checked.viewers;
    assert.deepEqual(
      first?.hiddenSteps.map((each) => each.step),
      ['two'],
    );
    assert.deepEqual(first?.missing, []);
    const missing = (text: string, value: string) => ({ step: 'one', text, value, reason: 'no-rows' });
    assert.deepEqual(second?.missing, [missing('narrative', 'north')]);
    assert.deepEqual(third?.missing, [missing('title', 'total'), missing('narrative', 'north')]);
    assert.equal(third?.hidden, null);
    const all = { ...body, content: { ...content, visibility: hidden }, contexts: [viewer('north')] };
    const nothing = await data.ask<CheckedViewers>('stories/check-texts', { body: all });
    assert.match(nothing.body.viewers[0]?.hidden ?? '', /visibility rule/);
    const audit = await data.ask<{ data: { action: string; details?: object }[] }>('audit-events?limit=10');
    assert.deepEqual(
      audit.body.data
        .flatMap(({ action, details }) => (action === 'app.preview' ? [details] : []))
        .slice(0, 2),
      [{ as: 'north' }, { as: 'west' }],
    );
  });

  it('check texts for those only who may preview as viewers, and for at most twenty of them', async () => {
    const admin = contentClient(inlay.running, await inlay.adminToken());
    const ann = await userClient(inlay.running, admin, 'cleo@demo.test', { shop: ['contribute'] });
    const contexts = [{ username: 'eve', workspace_id: 'main', attributes: { region: 'south' } }];
    const body = { appId: 'shop', content: story(), contexts };
    assert.equal((await ann('POST', 'stories/check-texts', { body })).status, 401);
    const many = { ...body, contexts: Array.from({ length: 21 }, () => contexts[0]) };
    assert.equal((await admin('POST', 'stories/check-texts', { body: many })).status, 400);
    assert.equal(
      (await admin('POST', 'stories/check-texts', { body: { ...body, contexts: [] } })).status,
      400,
    );
    const wrong = { ...body, content: story({ narrative: '{{ gone }}' }) };
    assert.equal((await admin('POST', 'stories/check-texts', { body: wrong })).status, 400);
    assert.equal(
      (await admin('POST', 'stories/check-texts', { body: { ...body, appId: 'none' } })).status,
      404,
    );
  });
});

interface CheckedViewers {
  readonly viewers: readonly {
    readonly hidden: string | null;
    readonly hiddenSteps: readonly { readonly step: string }[];
    readonly missing: readonly object[];
  }[];
}
