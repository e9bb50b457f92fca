import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SavedView, SavedViews } from '@inlay/content/view-state';
import { type Attack, comparable, runAttacks, send } from '../../support/isolation/isolation-attack.ts';
import {
  boardCharts,
  idOn,
  openShop,
  type Shop,
  type Viewer,
} from '../../support/isolation/isolation-shop.ts';
import { canary, SECRETS } from '../../support/isolation/isolation-shop-data.ts';
import { TENANTS, type Tenant } from '../../support/isolation/isolation-tables.ts';
import { skipAttacks } from '../../support/isolation/isolation-world.ts';

const id = idOn('duckdb');
const OFFICERS_FILTER = { filters: { note: canary('demo', 'note', 1) } };

/** Every route of some content. */
const routesOf = (content: string): readonly Attack[] => [
  { path: `${content}/tiles/open`, body: {} },
  { path: `${content}/tiles/open/rows`, body: {} },
  { path: `${content}/tiles/open/rows/exports`, body: { format: 'csv' } },
  ...['csv', 'json', 'xlsx', 'svg', 'pdf', 'png'].map((format) => ({
    path: `${content}/tiles/open/export.${format}`,
  })),
  { path: `${content}/export.xlsx` },
  { path: `${content}/export.pdf` },
  { path: `${content}/exports`, body: { format: 'xlsx' } },
  { path: `${content}/values`, body: {} },
  { path: `${content}/filters/status/values`, body: {} },
  { path: `${content}/render`, body: { mode: 'light', tiles: [{ id: 'open', width: 400, height: 300 }] } },
];
const routesOfEmbed = (embed: string): readonly Attack[] => [
  { path: embed },
  ...routesOf(embed),
  { path: `${embed}/state`, body: { filters: { status: 'open' } } },
  { path: `${embed}/messages`, body: {} },
  { path: `${embed}/views` },
  { path: `${embed}/views`, body: { name: 'x', state: {} } },
  { path: `/embed/${embed}`, form: {} },
];
const routesOfBuilder = (embed: string, dashboard: string): readonly Attack[] => {
  const builder = `${embed}/builder`;
  const one = `${builder}/dashboards/${dashboard}`;
  const chart = boardCharts(id).open;
  const content = { title: 'Taken', items: [{ id: 'open', x: 0, y: 0, w: 6, h: 4, chart }] };
  return [
    { path: builder },
    { path: `${builder}/dashboards` },
    { path: `${builder}/dashboards`, body: { from: dashboard } },
    { path: one },
    { path: one, method: 'PUT', body: content },
    { path: one, method: 'PATCH', body: { title: 'Taken' } },
    { path: `${one}/copy`, method: 'POST' },
    { path: `${one}/versions` },
    { path: `${one}/versions/1/restore`, method: 'POST' },
    { path: `${one}/sharing`, method: 'PUT', body: { with: 'workspace', right: 'edit' } },
    { path: `${one}/presence`, body: { session: 'mallory-1', doing: 'editing' } },
    { path: `${one}/view`, body: { width: 800 } },
    ...routesOf(one),
    { path: one, method: 'DELETE' },
  ];
};

describe('content of others, for somebody with a contribute token', { skip: skipAttacks('duckdb') }, () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(['duckdb']);
  });
  after(() => shop?.stop());

  const as = async <Body>(who: readonly [Tenant, Viewer], attack: Attack) => {
    shop.wait(1000);
    const { status, text } = await send(shop, who, attack);
    return { status, text, body: (text.startsWith('{') ? JSON.parse(text) : undefined) as Body };
  };
  const mallory = ['demo', 'mallory'] as const;
  const officer = ['demo', 'officer'] as const;
  /** Mallory gets what they get for an id that does not exist, and nothing secret. */
  const refusedLike = async (attacks: readonly Attack[], unknown: readonly Attack[], secret: string) => {
    for (const [index, attack] of attacks.entries()) {
      const where = JSON.stringify(attack);
      const reply = await as(mallory, attack);
      const other = await as(mallory, unknown[index] as Attack);
      assert.equal(reply.status, other.status, where);
      assert.ok([400, 403, 404].includes(reply.status), `${reply.status} ${where}`);
      assert.equal(
        comparable(reply.text).replaceAll(comparable(secret), 'nowhere'),
        comparable(other.text),
        where,
      );
    }
  };

  it('a token opens nothing at the host of another tenant', async () => {
    for (const tenant of TENANTS) {
      const at = tenant === 'demo' ? 'acme' : 'demo';
      for (const attack of [
        ...routesOfEmbed(id('board')),
        ...routesOfBuilder(id('build-boards'), id('board')),
        ...routesOf(`${id('board')}/dashboards/${id('detail')}`),
        { path: '/embed/api/v0/session' },
      ]) {
        const { status, text } = await send(shop, [tenant, 'officer'], attack, at);
        assert.equal(status, 401, JSON.stringify(attack));
        assert.doesNotMatch(text, SECRETS);
      }
    }
  });

  it('embeds and dashboards of another tenant do not exist', async () => {
    const [theirs, none] = [id('only-acme'), 'nowhere'];
    assert.equal((await as(['acme', 'mallory'], { path: theirs })).status, 200);
    await refusedLike(routesOfEmbed(theirs), routesOfEmbed(none), theirs);
    await refusedLike(routesOfBuilder(theirs, id('board')), routesOfBuilder(none, id('board')), theirs);
  });

  it('embeds of another workspace are closed, to officers too', async () => {
    for (const attack of routesOfEmbed(id('away')))
      for (const who of [mallory, officer]) {
        const { status, text } = await as(who, attack);
        assert.ok([403, 404].includes(status), `${status} ${JSON.stringify(attack)}`);
        assert.doesNotMatch(text, SECRETS);
      }
  });

  it('a click opens no dashboard that is hidden, not linked, of another workspace or of another tenant', async () => {
    const linked = (name: string) => {
      const content = `${id('board')}/dashboards/${name}`;
      return [{ path: `${content}/view`, body: { width: 800 } }, ...routesOf(content)];
    };
    for (const attack of linked(id('detail')))
      assert.equal((await as(mallory, attack)).status, 200, attack.path);
    for (const attack of linked(id('closed')))
      assert.equal((await as(officer, attack)).status, 200, attack.path);
    for (const name of ['closed', 'unlinked', 'away-board', 'only-acme', 'board'].map(id))
      await refusedLike(linked(name), linked('nowhere'), name);
  });

  it('a chart of their own does not lead there either', async () => {
    const items = ['closed', 'away-board', 'only-acme'].map((name, index) => ({
      ...{ id: `i${index}`, x: 0, y: 4 * index, w: 6, h: 4 },
      chart: {
        title: 'Mine',
        kind: 'table',
        datasetId: id('orders'),
        query: { dimensions: [{ column: 'status' }], measures: ['orders'] },
        click: { kind: 'dashboard', dashboard: id(name), filters: { status: 'status' } },
      },
    }));
    const builder = `${id('build-boards')}/builder/dashboards`;
    const viewOf = async (who: readonly [Tenant, Viewer]) => {
      const made = await as<{ dashboard: { id: string } }>(who, {
        path: builder,
        body: { content: { title: 'Mine', items } },
      });
      assert.equal(made.status, 201, made.text);
      const view = { path: `${builder}/${made.body.dashboard.id}/view`, body: { width: 800 } };
      const { status, body } = await as<{ state: { tiles: { click?: { dashboard?: string } }[] } }>(
        who,
        view,
      );
      assert.equal(status, 200);
      return body.state.tiles.map(({ click }) => click?.dashboard);
    };
    assert.deepEqual(await viewOf(mallory), [undefined, undefined, undefined]);
    assert.deepEqual(await viewOf(officer), [id('closed'), undefined, undefined]);
  });

  it('saved views are of nobody else: viewer, embed or tenant', async () => {
    const views = (embed = 'board') => `${id(embed)}/views`;
    const save = async (who: readonly [Tenant, Viewer], name: string, state: object, embed?: string) => {
      const { status, body, text } = await as<SavedView>(who, {
        path: views(embed),
        body: { name, state, isDefault: true },
      });
      assert.equal(status, 201, text);
      return body;
    };
    const list = async (who: readonly [Tenant, Viewer], embed?: string) =>
      (await as<SavedViews>(who, { path: views(embed) })).body.data;
    const secret = canary('demo', 'view', 1);
    const victim = ['demo', 'victim'] as const;
    const namesake = ['acme', 'mallory'] as const;
    const theirs = [
      [victim, await save(victim, secret, { filters: { status: secret } })],
      [officer, await save(officer, secret, OFFICERS_FILTER)],
      [namesake, await save(namesake, secret, { filters: { status: secret } })],
    ] as const;
    const elsewhere = await save(mallory, 'Elsewhere', {}, 'defaults');
    for (const { id: view } of [...theirs.map(([, saved]) => saved), elsewhere])
      for (const attack of [
        { method: 'PATCH', body: { name: 'Stolen' } },
        { method: 'PATCH', body: { state: {} } },
        { method: 'PATCH', body: { isDefault: true } },
        { method: 'PATCH', body: { isDefault: false } },
        { method: 'DELETE' },
      ]) {
        const { status, text } = await as(mallory, { path: `${views()}/${view}`, ...attack });
        assert.equal(status, 404, JSON.stringify(attack));
        assert.doesNotMatch(text, SECRETS);
      }
    assert.deepEqual(await list(mallory), []);
    const page = await as(mallory, { path: `/embed/${id('board')}`, form: {} });
    assert.doesNotMatch(page.text, SECRETS);
    // They are as they were, and open with the embed for those who saved them.
    for (const [who, saved] of theirs) assert.deepEqual(await list(who), [saved], who.join(' '));
    assert.deepEqual(await list(mallory, 'defaults'), [elsewhere]);
    const own = await as(victim, { path: `/embed/${id('board')}`, form: {} });
    assert.match(own.text, new RegExp(secret));
  });

  it('a saved view filters by no column that its viewer cannot see', async () => {
    const views = `${id('board')}/views`;
    const { body: own } = await as<SavedView>(mallory, { path: views, body: { name: 'Own', state: {} } });
    for (const state of [
      OFFICERS_FILTER,
      { filters: { card: canary('demo', 'card', 1) } },
      { filters: { pay: { from: 0, to: 1 } } },
      { filters: { email: canary('demo', 'email', 1) } },
    ]) {
      const what = JSON.stringify(state);
      const saved = { path: views, body: { name: what.slice(0, 100), state } };
      assert.equal((await as(officer, saved)).status, 201, what);
      assert.equal((await as(mallory, saved)).status, 400, what);
      const change = { path: `${views}/${own.id}`, method: 'PATCH', body: { state } };
      assert.equal((await as(mallory, change)).status, 400, what);
    }
    // Nor does it drill down to one.
    for (const tenant of TENANTS) {
      const state = { drill: { open: { id: 'deep', path: ['open'] } } };
      const body = { name: 'Deep', state, isDefault: true };
      assert.equal((await as([tenant, 'officer'], { path: views, body })).status, 201);
      assert.equal((await as([tenant, 'mallory'], { path: views, body })).status, 400);
      const plain = { ...body, state: {} };
      assert.equal((await as([tenant, 'mallory'], { path: views, body: plain })).status, 201);
    }
    assert.deepEqual(await runAttacks(shop, [{ path: `/embed/${id('board')}`, form: {} }]), []);
  });

  it('a dashboard that an officer shares shows no value of a restricted column to others', async () => {
    const builder = `${id('build-boards')}/builder/dashboards`;
    const chart = (query: object, more: object = {}) => ({
      ...{ title: 'Shared', kind: 'table', datasetId: id('orders'), ...more },
      query: { dimensions: [{ column: 'status' }], measures: ['orders'], ...query },
    });
    const value = (tenant: Tenant) => canary(tenant, 'note', 1);
    const contentOf = (tenant: Tenant) => ({
      title: 'Shared',
      filters: [
        {
          ...{ id: 'f', label: 'F', datasetId: id('orders'), kind: 'dropdown', column: 'note' },
          default: value(tenant),
        },
      ],
      items: [
        chart({}, { drillThrough: { columns: ['amount', 'status'] } }),
        chart({}, { drillThrough: { columns: ['amount', 'note', 'iban'] } }),
        chart({ filters: [{ column: 'note', operator: 'equals', value: value(tenant) }] }),
        chart({ anyOf: [[{ column: 'iban', operator: 'equals', value: canary(tenant, 'iban', 1) }]] }),
        chart({ dimensions: [{ column: 'note' }] }, { title: 'First {{ note.first }}' }),
        chart({ dimensions: [], measures: ['payroll'] }),
      ].map((each, index) => ({ ...{ id: `i${index}`, x: 0, y: 4 * index, w: 6, h: 4 }, chart: each })),
    });
    const shared: string[] = [];
    for (const tenant of TENANTS) {
      const made = await as<{ dashboard: { id: string } }>([tenant, 'officer'], {
        path: builder,
        body: { content: contentOf(tenant) },
      });
      assert.equal(made.status, 201, made.text);
      const dashboard = made.body.dashboard.id;
      shared.push(dashboard);
      const sharing = { with: 'workspace', right: 'edit' };
      const { status } = await as([tenant, 'officer'], {
        path: `${builder}/${dashboard}/sharing`,
        method: 'PUT',
        body: sharing,
      });
      assert.equal(status, 200);
    }
    const [own = ''] = shared;
    assert.match((await as(officer, { path: `${builder}/${own}` })).text, SECRETS);
    assert.equal((await as(mallory, { path: `${builder}/${own}` })).status, 200);
    const copy = { path: builder, body: { from: own } };
    const copied = await as<{ dashboard?: { id: string } }>(mallory, copy);
    for (const dashboard of [own, copied.body.dashboard?.id].filter((each) => each !== undefined)) {
      const one = `${builder}/${dashboard}`;
      for (const attack of [
        { path: one },
        { path: `${id('build-boards')}/builder?dashboard=${dashboard}` },
        { path: `/embed/${id('build-boards')}`, form: { dashboard } },
        { path: `${one}/view`, body: { width: 800 } },
        { path: `${one}/versions` },
        ...[0, 1, 2, 3, 4, 5].flatMap((index) => [
          { path: `${one}/tiles/i${index}`, body: {} },
          { path: `${one}/tiles/i${index}/rows`, body: {} },
          { path: `${one}/tiles/i${index}/export.csv` },
        ]),
        { path: `${one}/filters/f/values`, body: {} },
      ]) {
        const { status, text } = await as(mallory, attack);
        assert.ok(status < 500, `${status} ${attack.path}`);
        assert.doesNotMatch(text, SECRETS, attack.path);
      }
    }
    assert.doesNotMatch(copied.text, SECRETS);
  });

  it('a private dashboard of somebody else does not exist', async () => {
    const builder = id('build-boards');
    const content = { title: canary('demo', 'draft', 1), items: [] };
    const { body } = await as<{ dashboard: { id: string } }>(['demo', 'victim'], {
      path: `${builder}/builder/dashboards`,
      body: { content },
    });
    const { id: theirs } = body.dashboard;
    const [, , ...attacks] = routesOfBuilder(builder, theirs);
    const [, , ...unknown] = routesOfBuilder(builder, 'nowhere');
    await refusedLike(attacks, unknown, theirs);
    const listed = await as(mallory, { path: `${builder}/builder/dashboards?limit=200&q=canary` });
    assert.doesNotMatch(listed.text, SECRETS);
  });
});
