import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderAnswer, BuilderDocument, TooHeavyDetails } from '@inlay/protocol/builder';
import type { FilterValuesAnswer, TextValuesAnswer, TileAnswer } from '@inlay/protocol/embed-api';
import { call } from '../support/api-client.ts';
import {
  type BuilderClient,
  builderClient,
  CHART,
  canvasOf,
  listed,
  made,
  makeBuilderWorld,
  person,
} from '../support/builder-world.ts';
import { type ContentClient, userClient } from '../support/content-client.ts';
import { type EmbedSetup, setUpEmbedding } from '../support/embed-client.ts';
import { viewerToken } from '../support/embed-world.ts';
import { rawRequest } from '../support/raw-request.ts';
import { addTenant, type SecondTenant } from '../support/second-tenant.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../support/start-inlay.ts';

/** Ten at a time, as often as it takes. */
async function inTens<T>(count: number, work: () => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  while (done.length < count)
    done.push(...(await Promise.all(Array.from({ length: Math.min(10, count - done.length) }, work))));
  return done;
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`an attacker with a token that contributes to one app, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let acme: SecondTenant;
    let admin: ContentClient;
    /** Contributes to `sales`, and to nothing else. */
    let mallory: BuilderClient;
    let victim: BuilderClient;
    let payroll: BuilderDocument;
    let secret: BuilderDocument;

    before(async () => {
      store = await makeStore();
      // The clock stands still, so that what is counted in a minute does not depend on how fast this runs.
      const now = Date.now();
      inlay = await startInlay(store, { clock: () => now });
      setup = await setUpEmbedding(inlay);
      acme = await addTenant(inlay);
      admin = await makeBuilderWorld(inlay, setup);
      mallory = await person(inlay, setup, 'mallory', ['contribute'], { groups: ['emea'] });
      victim = await person(inlay, setup, 'victim', ['contribute'], { groups: ['emea'] });
      const hr = builderClient(
        inlay,
        await viewerToken(setup, { username: 'hr@customer.example', privileges: { hr: ['contribute'] } }),
        'b-hr',
      );
      const pay = {
        ...CHART,
        datasetId: 'salaries',
        query: { dimensions: [{ column: 'person' }], measures: ['total'] },
      };
      payroll = await made(hr, canvasOf('Payroll', { chart: pay }));
      secret = await made(victim, canvasOf('Secret plans', { chart: CHART }, { text: 'canary-text' }));
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    /** Every way to one dashboard. */
    const waysTo = (id: string): readonly (readonly [method: string, path: string, body?: object])[] => [
      ['GET', `dashboards/${id}`],
      ['GET', `?dashboard=${id}`],
      ['PUT', `dashboards/${id}`, canvasOf('Taken', { chart: CHART })],
      ['PATCH', `dashboards/${id}`, { title: 'Taken' }],
      ['DELETE', `dashboards/${id}`],
      ['POST', `dashboards/${id}/submit`, {}],
      ['POST', `dashboards/${id}/publish`, {}],
      ['POST', `dashboards/${id}/return`, { comment: 'x' }],
      ['POST', `dashboards/${id}/copy`, {}],
      ['POST', `dashboards/${id}/reset`, {}],
      ['PUT', `dashboards/${id}/sharing`, { with: 'workspace', right: 'edit' }],
      ['POST', `dashboards/${id}/presence`, { session: 'mallory-1', doing: 'editing' }],
      ['POST', `dashboards/${id}/tiles/i0`, {}],
      ['POST', `dashboards/${id}/values`, {}],
      ['POST', `dashboards/${id}/filters/f/values`, {}],
      ['GET', `dashboards/${id}/tiles/i0/export.csv`],
      ['POST', 'dashboards', { from: id }],
    ];

    const tryAll = async (client: BuilderClient, id: string, status: number, embed = 'b-sales') => {
      for (const [method, path, body] of waysTo(id)) {
        const options = { ...(body ? { body } : {}), ifMatch: '*', embed };
        const answer = await client(method, path, options);
        assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
        assert.doesNotMatch(JSON.stringify(answer.body), /canary|Secret plans|Payroll/);
      }
    };

    it('finds no private draft of a colleague, by no way', async () => {
      await tryAll(mallory, secret.dashboard.id, 404);
      assert.deepEqual((await listed(mallory)).includes('Secret plans'), false);
      const { body } = await mallory<{ data: readonly unknown[] }>('GET', 'dashboards?q=secret&limit=200');
      assert.deepEqual(body.data, []);
      assert.equal((await victim('GET', `dashboards/${secret.dashboard.id}`)).status, 200);
    });

    it('finds nothing of another app: no dashboard, no tile, no dataset, and no way through its embed', async () => {
      await tryAll(mallory, payroll.dashboard.id, 404);
      await tryAll(mallory, payroll.dashboard.id, 403, 'b-hr');
      await tryAll(mallory, payroll.dashboard.id, 403, 'b-far');
      for (const embed of ['e-dashboard', 'e-tile', 'nothing', '__proto__', 'constructor'])
        assert.equal((await mallory('GET', '', { embed })).status, 404, embed);
      const { body } = await mallory<BuilderAnswer>('GET', '');
      assert.doesNotMatch(JSON.stringify(body), /salaries|payroll|insiders/);
    });

    it('gets no chart of a dataset, column or measure that is out of reach, saved or previewed', async () => {
      const asks = (query: object, datasetId = 'sales') => ({ ...CHART, datasetId, query });
      const good = { dimensions: [{ column: 'product' }], measures: ['revenue'] };
      const charts = {
        'a dataset of another app': asks(
          { dimensions: [{ column: 'person' }], measures: ['total'] },
          'salaries',
        ),
        'no dataset': asks(good, 'nothing'),
        'a crafted dataset': asks(good, 'sales" union select 1 --'),
        'a prototype': asks(good, '__proto__'),
        'a column that no tile shows': asks({ dimensions: [{ column: 'region' }], measures: ['revenue'] }),
        'a filter on it': asks({
          ...good,
          filters: [{ column: 'region', operator: 'equals', value: 'south' }],
        }),
        'a comparison on it': asks({ ...good, comparison: { column: 'day', with: 'previous-year' } }),
        'a measure that is none': asks({ dimensions: [], measures: ['amount'] }),
        'a top by it': asks({ ...good, top: { dimension: 'product', by: 'amount', count: 3 } }),
        'a sort by it': asks({ ...good, sort: [{ by: 'region', direction: 'asc' }] }),
        'an inherited name': asks({ dimensions: [{ column: 'constructor' }], measures: ['toString'] }),
        'too many rows': asks({ ...good, limit: 100_000 }),
      };
      for (const [what, chart] of Object.entries(charts)) {
        const preview = await mallory('POST', 'preview', { body: { chart } });
        assert.ok([400, 422].includes(preview.status), `${what}: ${preview.status}`);
        const saved = await mallory('POST', 'dashboards', { body: { content: canvasOf('x', { chart }) } });
        assert.equal(saved.status, 400, `${what}: ${JSON.stringify(saved.body)}`);
      }
      const narrowed = { chart: CHART, filters: [{ column: 'region', operator: 'equals', value: 'south' }] };
      assert.equal((await mallory('POST', 'preview', { body: narrowed })).status, 400);
      for (const [datasetId, column] of [
        ['salaries', 'person'],
        ['sales', 'region'],
        ['sales', 'amount'],
        ['__proto__', 'x'],
      ])
        assert.equal((await mallory('POST', 'preview/values', { body: { datasetId, column } })).status, 400);
      const controls = {
        ...canvasOf('x', { chart: CHART }),
        filters: [{ id: 'f', kind: 'dropdown', label: 'f', datasetId: 'salaries', column: 'person' }],
      };
      assert.equal((await mallory('POST', 'dashboards', { body: { content: controls } })).status, 400);
      const drill = { id: 'd', label: 'd', datasetId: 'sales', levels: ['product', 'region'] };
      const drilled = { ...canvasOf('x', { chart: CHART }), drill: [drill] };
      assert.equal((await mallory('POST', 'dashboards', { body: { content: drilled } })).status, 400);
    });

    it('never gets a row beyond the rules, in previews, pickers and texts', async () => {
      const { body } = await mallory<TileAnswer>('POST', 'preview', { body: { chart: CHART } });
      assert.deepEqual(body.result.columns[0]?.values.toSorted(), ['Coffee', 'Tea']);
      const values = await mallory<FilterValuesAnswer>('POST', 'preview/values', {
        body: { datasetId: 'sales', column: 'product' },
      });
      assert.deepEqual(
        values.body.values.map(({ value }) => value),
        ['Coffee', 'Tea'],
      );
      const content = canvasOf(
        'x',
        { chart: { ...CHART, query: { ...CHART.query, totals: true } } },
        { text: 'Sold {{ sum | number }}', values: { sum: { tile: 'i0', column: 'revenue', row: 'total' } } },
      );
      const texts = await mallory<TextValuesAnswer>('POST', 'preview/texts', { body: { content } });
      assert.deepEqual(Object.values(texts.body.values), ['40']);
      const nobody = await person(inlay, setup, 'nobody', ['contribute'], { attributes: {} });
      const empty = await nobody<TileAnswer>('POST', 'preview', { body: { chart: CHART } });
      assert.deepEqual(empty.body.result.rowCount, 0);
    });

    it('sees no tile that rules hide, neither in the library nor by its name', async () => {
      for (const item of [
        { tile: 'insiders' },
        { tile: 'draft' },
        { tile: 'payroll' },
        { tile: 'nothing' },
      ]) {
        const answer = await mallory('POST', 'dashboards', { body: { content: canvasOf('x', item) } });
        assert.equal(answer.status, 400, JSON.stringify([item, answer.body]));
        assert.doesNotMatch(JSON.stringify(answer.body), /Insiders only|Not yet/);
        const { tile } = item;
        const text = { text: '{{ x }}', values: { x: { tile, column: 'revenue' } } };
        const told = await mallory('POST', 'preview/texts', { body: { content: canvasOf('x', text) } });
        assert.equal(told.status, 400);
      }
      // An app's dashboard with a hidden part is shown without it, and cannot be saved over.
      const { body } = await mallory('GET', 'dashboards/overview');
      assert.deepEqual(
        body.content.items.map(({ id }) => id),
        ['a1', 't.1', 'a3'],
      );
      const saved = await mallory('PUT', 'dashboards/overview', { body: body.content, ifMatch: '*' });
      assert.equal(saved.status, 403);
      assert.equal((await mallory('POST', 'dashboards/overview/tiles/insiders', { body: {} })).status, 404);
    });

    it('cannot forge an owner, an origin, a state or a rule', async () => {
      const canvas = canvasOf('Forged', { chart: CHART });
      for (const field of [
        'owner',
        'sharing',
        'origin',
        'state',
        'id',
        'appId',
        'visibility',
        'template',
        'revision',
      ]) {
        const sent = {
          ...canvas,
          [field]: field === 'visibility' ? { context: 'groups', operator: 'is-set' } : 'x',
        };
        for (const body of [{ content: sent }, { content: canvas, [field]: 'x' }])
          assert.equal((await mallory('POST', 'dashboards', { body })).status, 400, field);
        const mine = await made(mallory, canvasOf('Mine', { chart: CHART }));
        const path = `dashboards/${mine.dashboard.id}`;
        assert.equal((await mallory('PUT', path, { body: sent, ifMatch: '*' })).status, 400, field);
        assert.equal(
          (await mallory('PATCH', path, { body: { title: 'x', [field]: 'x' }, ifMatch: '*' })).status,
          400,
        );
        await mallory('DELETE', path);
      }
      const ruled = canvasOf('x', { chart: CHART, visibility: { context: 'groups', operator: 'is-set' } });
      assert.equal((await mallory('POST', 'dashboards', { body: { content: ruled } })).status, 400);
    });

    it('cannot publish, return or validate, and with view alone not write at all', async () => {
      const { dashboard } = await made(mallory, canvasOf('Unreviewed', { chart: CHART }));
      const path = `dashboards/${dashboard.id}`;
      assert.equal((await mallory('POST', `${path}/publish`, { body: {} })).status, 403);
      await mallory('POST', `${path}/submit`, { body: {} });
      assert.equal((await mallory('POST', `${path}/publish`, { body: {} })).status, 403);
      assert.equal((await mallory('POST', `${path}/return`, { body: { comment: 'x' } })).status, 403);
      const viewer = await person(inlay, setup, 'vic', ['view']);
      for (const [method, to, body] of [
        ['POST', 'dashboards', {}],
        ['POST', 'dashboards', { from: 'overview' }],
        ['PUT', 'dashboards/overview', canvasOf('x', { chart: CHART })],
        ['PATCH', 'dashboards/overview', { title: 'x' }],
        ['DELETE', 'dashboards/overview', undefined],
        ['POST', 'dashboards/overview/submit', {}],
        ['PUT', 'dashboards/overview/sharing', { with: 'workspace', right: 'edit' }],
      ] as const)
        assert.equal((await viewer(method, to, { body, ifMatch: '*' })).status, 403, `${method} ${to}`);
      for (const to of ['preview', 'preview/values', 'preview/texts']) {
        const body =
          to === 'preview'
            ? { chart: CHART }
            : to === 'preview/values'
              ? { datasetId: 'sales', column: 'product' }
              : { content: canvasOf('x') };
        assert.equal((await viewer('POST', to, { body, embed: 'b-plain' })).status, 403, to);
      }
    });

    it('has nothing with ADMIN but eyes, and not for drafts', async () => {
      const context = { username: 'sdk', roles: ['ADMIN'], privileges: {}, workspace_id: 'other' };
      const sdk = builderClient(inlay, await viewerToken(setup, context));
      const { body } = await sdk<BuilderAnswer>('GET', '');
      assert.deepEqual(body.viewer.may, { create: false, copy: false, publish: false });
      assert.deepEqual(
        body.dashboards.map(({ id }) => id),
        ['overview'],
      );
      assert.equal((await sdk('GET', `dashboards/${secret.dashboard.id}`)).status, 404);
      assert.equal((await sdk('POST', 'dashboards', { body: {} })).status, 403);
      assert.equal((await sdk('POST', 'dashboards/overview/copy')).status, 403);
    });

    it('is nobody in another workspace or tenant, with another username, or without a token', async () => {
      const elsewhere = await person(inlay, setup, 'victim', ['contribute'], { workspace_id: 'other' });
      await tryAll(elsewhere, secret.dashboard.id, 403);
      const twin = await person(inlay, setup, 'victim2', ['contribute']);
      await tryAll(twin, secret.dashboard.id, 404);
      const folded = await person(inlay, setup, ' VICTIM', ['contribute']);
      assert.equal((await folded('GET', `dashboards/${secret.dashboard.id}`)).status, 200, 'the same person');
      const foreign = await viewerToken(acme, {
        username: 'victim@customer.example',
        privileges: { sales: ['contribute'] },
      });
      await tryAll(builderClient(inlay, foreign), secret.dashboard.id, 401);
      const path = `/embed/api/v0/embeds/b-sales/builder/dashboards/${secret.dashboard.id}`;
      const headers = { host: acme.host, authorization: `Bearer ${foreign}` };
      assert.equal((await rawRequest(inlay.url, { method: 'GET', path, headers })).status, 404);
      assert.equal((await call(`${inlay.url}${path}`)).status, 401);
      assert.equal((await call(`${inlay.url}${path}`, { token: setup.adminToken })).status, 401, 'a login');
      const ended = await viewerToken(setup, { privileges: { sales: ['contribute'] } });
      await call(`${inlay.url}/api/auth/realms/demo/protocol/openid-connect/revoke`, { method: 'POST' });
      const form = await fetch(`${inlay.url}/api/auth/realms/demo/protocol/openid-connect/revoke`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${setup.clientId}:${setup.secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ token: ended }),
      });
      assert.equal(form.status, 200);
      assert.equal((await builderClient(inlay, ended)('GET', '')).status, 401);
    });

    it('finds no draft through the public API, as a login that contributes or validates', async () => {
      const eve = await userClient(inlay, admin, `eve-${engine}@demo.test`, {
        sales: ['contribute', 'validate'],
      });
      const { id } = secret.dashboard;
      assert.equal((await eve('GET', `dashboards/${id}`)).status, 404);
      assert.equal((await eve('GET', `dashboards/${id}/versions`)).status, 404);
      assert.equal((await eve('GET', `dashboards/${id}/diff`)).status, 404);
      assert.equal(
        (await eve('PATCH', `dashboards/${id}`, { body: { title: 'x' }, ifMatch: '*' })).status,
        404,
      );
      assert.equal((await eve('DELETE', `dashboards/${id}`)).status, 404);
      for (const query of ['', '&owned=true', '&q=secret', '&state=draft'])
        assert.doesNotMatch(
          JSON.stringify((await eve('GET', `dashboards?limit=200${query}`)).body),
          /Secret plans/,
        );
    });

    it('breaks nothing with what no canvas is', async () => {
      const items = Array.from({ length: 201 }, (_, index) => ({
        id: `i${index}`,
        x: 0,
        y: index,
        w: 1,
        h: 1,
        text: '',
      }));
      const heavy = Array.from({ length: 30 }, () => ({ text: 'x'.repeat(19_000) }));
      const bodies: readonly (readonly [number, unknown])[] = [
        [400, { content: { title: 'x', items } }],
        [413, { content: canvasOf('x', ...heavy) }],
        [413, { content: { title: 'x'.repeat(2_000_000), items: [] } }],
        [400, { content: null }],
        [400, { content: [] }],
        [400, []],
        [400, 'text'],
        [400, { content: canvasOf('x', { chart: CHART, x: 11, w: 12 }) }],
        [400, { content: canvasOf('x', { chart: CHART }, { chart: CHART, y: 0 }) }],
        [400, { content: canvasOf('x', { id: 'revenue', chart: CHART }, { tile: 'revenue' }) }],
        [400, { content: canvasOf('a\u0000b') }],
        [400, { content: canvasOf('x', { chart: { ...CHART, query: { dimensions: [], measures: [] } } }) }],
        [400, { from: 'nothing', content: canvasOf('x') }],
        [404, { from: 'nothing' }],
        [404, { from: 'payroll' }],
      ];
      for (const [status, body] of bodies) {
        const answer = await mallory('POST', 'dashboards', { body });
        assert.equal(answer.status, status, JSON.stringify(answer.body).slice(0, 300));
      }
      const polluted = await call<{ message: string }>(
        `${inlay.url}/embed/api/v0/embeds/b-sales/builder/preview`,
        {
          method: 'POST',
          token: await viewerToken(setup, { privileges: { sales: ['contribute'] } }),
          headers: { 'content-type': 'application/json' },
          rawBody: '{"chart":{"__proto__":{"x":1}}}',
        },
      );
      assert.equal(polluted.status, 400);
      for (const path of ['dashboards/__proto__', 'dashboards/constructor', `dashboards/${'x'.repeat(200)}`])
        assert.ok([400, 404].includes((await mallory('GET', path)).status), path);
      const many = { dimensions: Array.from({ length: 7 }, () => ({ column: 'product' })), measures: [] };
      const refused = await mallory<{ message: string; details: TooHeavyDetails }>('POST', 'preview', {
        body: { chart: { ...CHART, query: many } },
      });
      assert.equal(refused.status, 422);
      assert.deepEqual(refused.body.details.wayOut, ['fewer-dimensions']);
      assert.match(refused.body.message, /7 fields at once/);
    });

    it('lets exactly one of fifty saves at once win, and tells the others who did', async () => {
      const { dashboard } = await made(victim, canvasOf('Contested', { chart: CHART }));
      const path = `dashboards/${dashboard.id}`;
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          victim<BuilderDocument & { details: { updatedBy: string } }>('PUT', path, {
            body: canvasOf(`Contested ${index}`, { chart: CHART }),
            ifMatch: dashboard.revision,
          }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      const losers = answers.filter(({ status }) => status === 412);
      assert.equal(losers.length, 49);
      assert.equal(losers[0]?.body.details.updatedBy, 'victim@customer.example');
      assert.equal((await victim('GET', path)).body.content.title, winners[0]?.body.content.title);
    });

    it('fills nobody’s store: a person has a number of dashboards, and is told so', async () => {
      const hoarder = await person(inlay, setup, 'hoarder', ['contribute']);
      const { body } = await hoarder<BuilderAnswer>('GET', '');
      const { dashboards: most } = body.limits;
      const tried = await inTens(most + 5, () =>
        hoarder('POST', 'dashboards', { body: { title: 'One more' } }),
      );
      const statuses = Object.groupBy(tried, ({ status }) => status);
      assert.deepEqual([statuses[201]?.length, statuses[409]?.length], [most, 5]);
      const refused = await hoarder<{ code: string; message: string }>('POST', 'dashboards', { body: {} });
      assert.deepEqual([refused.status, refused.body.code], [409, 'QUOTA_REACHED']);
      assert.match(refused.body.message, /Delete one/);
      const storm = await inTens(200, () => hoarder('POST', 'dashboards', { body: {} }));
      const limited = storm.filter(({ status }) => status === 429);
      assert.ok(limited.length > 0 && Number(limited[0]?.headers['retry-after']) > 0);
      // Others are not held up by that.
      assert.equal((await victim('GET', `dashboards/${secret.dashboard.id}`)).status, 200);
    });
  });
}
