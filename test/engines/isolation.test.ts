import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Filter, QuerySpec } from '@inlay/protocol/query';
import { findDataset } from '@inlay/server/features/datasets/datasets';
import { runFilterValues } from '@inlay/server/features/datasets/run-query';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import pg from 'pg';
import { hostileTexts } from '../../packages/server/test/platform/query/support/arbitrary-rules.ts';
import { skipEngine } from '../support/engines/skip-engine.ts';
import {
  buildWorld,
  contextOf,
  datasetId,
  ENGINES,
  foreignIn,
  PEOPLE,
  type Person,
  RULES,
  RUNNING,
  TENANTS,
  type Tenant,
  UTC,
  type World,
} from '../support/isolation-world.ts';

const everything: QuerySpec = {
  dimensions: [{ column: 'marker' }, { column: 'account' }],
  measures: ['total', 'rows'],
  totals: true,
  subtotals: [{ dimensions: ['account'] }, { dimensions: [] }],
};

describe('two tenants with the same users, tables and ids', () => {
  let world: World;
  const viewers = new Map<string, EmbedPrincipal>();
  const viewerOf = (tenant: Tenant, person: Person) => viewers.get(`${tenant} ${person}`) as EmbedPrincipal;
  before(async () => {
    world = await buildWorld();
    for (const tenant of TENANTS)
      for (const person of PEOPLE) {
        const viewer = await world.viewer(tenant, contextOf(person));
        assert.ok(viewer);
        viewers.set(`${tenant} ${person}`, viewer);
      }
  });
  after(() => world?.stop());

  const everyone = TENANTS.flatMap((tenant) => PEOPLE.map((person) => ({ tenant, person })));
  /** The viewer's rows of an answer, which must be no others and, where `count` says so, all of them. */
  const assertOwn = (answer: { result: unknown }, tenant: Tenant, person: Person, where: string) =>
    assert.deepEqual(foreignIn(answer, tenant, person), [], where);

  for (const engine of ENGINES)
    for (const rule of Object.keys(RULES))
      it(`${engine}, ${rule}: each viewer sees exactly their own rows, with a cold and a warm cache`, {
        skip: skipEngine(engine),
      }, async () => {
        for (const expected of ['engine', 'cache'])
          for (const { tenant, person } of everyone) {
            const where = `${tenant} ${person} ${expected}`;
            const answer = await world.ask(viewerOf(tenant, person), datasetId(engine, rule), everything);
            assertOwn(answer, tenant, person, where);
            assert.equal(answer.from, expected, where);
            assert.equal(answer.result.rowCount, 4, where);
            const sum = 4 * 10 ** PEOPLE.indexOf(person);
            assert.deepEqual(answer.result.totals, { total: sum, rows: 4 }, where);
            assert.deepEqual(
              answer.result.subtotals?.map(({ columns }) => columns.map(({ values }) => values)),
              [
                [[person], [sum], [4]],
                [[sum], [4]],
              ],
              where,
            );
          }
      });

  const attacks: readonly (readonly Filter[])[] = [
    [{ column: 'account', operator: 'equals', value: 'bob' }],
    [{ column: 'account', operator: 'in', values: [...PEOPLE] }],
    [{ column: 'account', operator: 'not-equals', value: 'ann' }],
    [{ column: 'marker', operator: 'contains', value: ':' }],
    [{ column: 'marker', operator: 'starts-with', value: 'acme' }],
    [{ column: 'number', operator: 'between', from: 0, to: 2 }],
    [{ column: 'nothing', operator: 'is-not-set' }],
    [{ column: 'day', operator: 'greater', value: '2000-01-01' }],
    ...hostileTexts
      .filter((text) => text.isWellFormed() && !text.includes('\0'))
      .map((value): Filter[] => [{ column: 'account', operator: 'contains', value }]),
  ];

  for (const engine of ENGINES)
    it(`${engine}: filters, groups, rankings, pivots and comparisons never include rows of others`, {
      skip: skipEngine(engine),
    }, async () => {
      const [tenant, person] = ['demo', 'ann'] as const;
      const viewer = viewerOf(tenant, person);
      const id = datasetId(engine, 'equals');
      for (const filters of attacks) {
        const answer = await world.ask(viewer, id, { ...everything, filters });
        assertOwn(answer, tenant, person, JSON.stringify(filters));
        assert.ok(Number(answer.result.totals?.rows) <= 4);
      }
      const shapes: readonly Partial<QuerySpec>[] = [
        { top: { dimension: 'account', by: 'total', count: 1, others: true } },
        { top: { dimension: 'marker', by: 'total', count: 2, others: true } },
        { pivot: { dimension: 'account' }, totals: false, subtotals: [] },
        {
          comparison: { column: 'day', with: 'previous-year' },
          filters: [{ column: 'day', operator: 'between', from: '2026-01-01', to: '2026-12-31' }],
        },
        { sort: [{ by: 'total', direction: 'desc' }], limit: 1 },
      ];
      for (const shape of shapes) {
        const answer = await world.ask(viewer, id, { ...everything, ...shape });
        assertOwn(answer, tenant, person, JSON.stringify(shape));
        const sums = answer.result.columns.filter(({ name }) => name === 'total');
        const sum = sums.flatMap(({ values }) => values).reduce<number>((all, cell) => all + Number(cell), 0);
        assert.ok(sum <= 4, `${sum} ${JSON.stringify(shape)}`);
      }
      const last = await world.ask(viewer, id, { dimensions: [], measures: ['last', 'total'] });
      assert.deepEqual(
        last.result.columns.map(({ values }) => values),
        [['demo:ann:3'], [4]],
      );
    });

  it("filter values are only the viewer's own, for any search", async () => {
    for (const engine of RUNNING)
      for (const { tenant, person } of everyone) {
        const viewer = viewerOf(tenant, person);
        const dataset = await findDataset(
          world.inlay.services.store,
          viewer.tenantId,
          datasetId(engine, 'equals'),
        );
        assert.ok(dataset);
        for (const search of [undefined, '', ':', '%', '_', 'bob', "' OR 1=1 --"]) {
          const question = { column: 'marker', ...(search === undefined ? {} : { search }) };
          const options = { calendar: UTC };
          const answer = await runFilterValues(world.inlay.services, viewer, dataset, question, options);
          assertOwn(answer, tenant, person, `${engine} ${search}`);
        }
      }
  });

  const oddValues: readonly unknown[] = [
    ...hostileTexts,
    ...['', [], null, {}, [[]], [null], [''], 0, 1, true, false, -1, { account: 'ann' }, ['ann', {}]],
  ];

  for (const engine of ENGINES)
    it(`${engine}: an attribute that is SQL, empty, mistyped or malformed grants nothing`, {
      skip: skipEngine(engine),
    }, async () => {
      let refused = 0;
      for (const value of oddValues) {
        const fields = ['account', 'accounts', 'others', 'other', 'another', 'below', 'day', '__proto__'];
        const json = `{${fields.map((field) => `"${field}":${JSON.stringify(value)}`).join(',')}}`;
        const viewer = await world.viewer('demo', {
          ...contextOf('ann'),
          groups: [],
          attributes: JSON.parse(json),
        });
        if (!viewer) {
          refused += 1;
          continue;
        }
        for (const rule of ['equals', 'in', 'contains', 'is-set', 'odd names', 'a date', 'sql', 'groups']) {
          // A part of a marker is what `contains` is there to find.
          if (rule === 'contains' && typeof value === 'string' && /^[a-z:0-3]+$/.test(value)) continue;
          const { result } = await world.ask(viewer, datasetId(engine, rule), everything);
          assert.equal(result.rowCount, 0, `${rule} ${JSON.stringify(value)?.slice(0, 40)}`);
        }
        if (typeof value === 'string' && value !== '') continue;
        for (const rule of ['not-in', 'not-equals']) {
          const { result } = await world.ask(viewer, datasetId(engine, rule), everything);
          assert.equal(result.rowCount, 0, `${rule} ${JSON.stringify(value)}`);
        }
      }
      assert.ok(refused < oddValues.length / 4, `${refused} contexts got no token`);
    });

  it('a truncated context grants nothing through lost entries', async () => {
    const full = contextOf('ann');
    const pad = 'x'.repeat(3500);
    const attributes = { pad, ...(full.attributes as object) };
    const viewer = await world.viewer('demo', { ...full, groups: ['team ann'], attributes });
    assert.ok(viewer?.truncated);
    const lostGroups = Array.from({ length: 400 }, (_, index) => `some long group name ${index}`);
    const crowded = await world.viewer('demo', {
      ...full,
      attributes: {},
      groups: [...lostGroups, 'team ann'],
    });
    assert.ok(crowded?.truncated);
    for (const engine of RUNNING) {
      for (const rule of Object.keys(RULES).filter((name) => !['groups', 'username'].includes(name))) {
        const { result, from } = await world.ask(viewer, datasetId(engine, rule), everything);
        assert.equal(result.rowCount, 0, `${engine} ${rule}`);
        assert.equal(from, 'rules');
      }
      const { result } = await world.ask(crowded, datasetId(engine, 'groups'), everything);
      assert.equal(result.rowCount, 0, engine);
    }
  });

  it('no tenant can access a dataset, connection or file of the other by its id', async () => {
    await world.clients.demo.create('connections', { id: 'only-demo', name: 'x', kind: 'duckdb' });
    for (const path of ['connections/only-demo', 'connections/only-demo/tables'])
      assert.equal((await world.clients.acme.ask(path)).status, 404, path);
    const { body } = await world.clients.acme.ask('datasets/infer', {
      body: {
        connectionId: 'duckdb',
        source: {
          kind: 'sql',
          sql: `SELECT * FROM read_csv('${world.inlay.services.config.filesDir}/demo/orders.csv')`,
        },
      },
    });
    assert.doesNotMatch(JSON.stringify(body), /demo:/);
  });

  describe('a connection with viewer values', () => {
    const canaries = { ann: 'canary-ann-7f3a', bob: 'canary-bob-9c1e' };
    const dataset = {
      id: 'who',
      name: 'Who',
      connectionId: 'personal',
      source: { kind: 'sql', sql: 'SELECT current_user::text AS who, current_database()::text AS place' },
      columns: [
        { name: 'who', type: 'string' },
        { name: 'place', type: 'string' },
      ],
      segmented: false,
    };
    const who: QuerySpec = { dimensions: [{ column: 'who' }, { column: 'place' }], measures: [] };
    const contextFor = (secrets: object, attributes: object = { db: 'demo_data' }) => ({
      ...contextOf('ann'),
      attributes,
      secrets,
    });
    const said: unknown[] = [];
    const asks = async (context: Record<string, unknown>) => {
      const viewer = (await world.viewer('demo', context)) as EmbedPrincipal;
      try {
        const answer = await world.ask(viewer, 'who', who);
        said.push(answer);
        return answer.result.columns.map(({ values }) => values[0]);
      } catch (error) {
        const { code, message, details, detail } = error as Record<string, unknown>;
        said.push({ code, message, details, detail, stack: (error as Error).stack });
        return code;
      }
    };
    before(async () => {
      const admin = new pg.Client(world.postgresUrl);
      await admin.connect();
      for (const [name, password] of Object.entries(canaries))
        await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
      await admin.end();
      const { hostname, port } = new URL(world.postgresUrl);
      await world.clients.demo.create('connections', {
        id: 'personal',
        name: 'Personal',
        kind: 'postgres',
        host: hostname,
        port: Number(port),
        database: '{{ attributes.db }}',
        user: '{{ secrets.user }}',
        password: '{{ secrets.password }}',
        tls: 'off',
        allowed: { database: ['demo_data', 'acme_data'], user: ['ann', 'bob'] },
      });
      await world.clients.demo.create('datasets', dataset);
    });

    it("connects as each viewer, and never serves one viewer's results to another", async () => {
      for (const round of [1, 2]) {
        assert.deepEqual(
          await asks(contextFor({ user: 'ann', password: canaries.ann })),
          ['ann', 'demo_data'],
          `${round}`,
        );
        assert.deepEqual(await asks(contextFor({ user: 'bob', password: canaries.bob })), [
          'bob',
          'demo_data',
        ]);
        const elsewhere = contextFor({ user: 'ann', password: canaries.ann }, { db: 'acme_data' });
        assert.deepEqual(await asks(elsewhere), ['ann', 'acme_data']);
      }
    });

    it('denies a viewer whose values are missing or not allowed, before connecting', async () => {
      for (const secrets of [
        {},
        { user: 'ann' },
        { user: 'postgres', password: 'x' },
        { user: ['ann'], password: 'x' },
      ])
        assert.equal(await asks(contextFor(secrets)), 'DATA_DENIED', JSON.stringify(secrets));
      const good = { user: 'ann', password: canaries.ann };
      for (const db of [
        undefined,
        'postgres',
        'demo_data ',
        'DEMO_DATA',
        '',
        ['demo_data'],
        '{{ secrets.user }}',
      ])
        assert.equal(await asks(contextFor(good, { db })), 'DATA_DENIED', String(db));
      const lost = contextFor(good, { pad: 'x'.repeat(3500), db: 'demo_data' });
      assert.equal(await asks(lost), 'DATA_DENIED');
    });

    it('refuses a wrong password, even if the result for the right one is cached', async () => {
      assert.equal(await asks(contextFor({ user: 'ann', password: 'canary-wrong-55d0' })), 'DATABASE_FAILED');
    });

    it('explains without revealing a secret, and asks an administrator for a context', async () => {
      const { demo } = world.clients;
      const context = contextFor({ user: 'ann', password: canaries.ann });
      const explained = await demo.ask<{ connection: unknown }>('datasets/who/explain', {
        body: { query: who, context },
      });
      const reads = ['attributes.db', 'secrets.password', 'secrets.user'];
      assert.deepEqual(explained.body.connection, { ok: true, reason: null, reads });
      const tested = await demo.ask('connections/personal/test', { body: { context } });
      assert.equal(tested.body.ok, true, JSON.stringify(tested.body));
      const asked = await demo.ask('connections/personal/test', { body: {} });
      assert.equal(asked.status, 400);
      said.push(
        explained,
        tested,
        asked,
        await demo.ask('connections'),
        await demo.ask('audit-events?limit=200'),
      );
    });

    it('refuses an address that the operator did not allow, even if the administrator lists it', async () => {
      const { demo } = world.clients;
      const hosts = ['127.0.0.2', '169.254.169.254', '10.0.0.1', '::ffff:7f00:2'];
      await demo.create('connections', {
        id: 'wandering',
        name: 'Wandering',
        kind: 'postgres',
        host: '{{ attributes.host }}',
        database: 'x',
        user: 'x',
        password: '{{ secrets.password }}',
        tls: 'off',
        allowed: { host: hosts },
      });
      for (const host of hosts) {
        const context = contextFor({ password: canaries.ann }, { host });
        const { body } = await demo.ask<{ code: string }>('connections/wandering/test', {
          body: { context },
        });
        assert.equal(body.code, 'ADDRESS_NOT_ALLOWED', host);
        said.push(body);
      }
    });

    it('leaves no secret in a response, error, log line, store or file', () => {
      const secret = /canary-(ann|bob|wrong)-/;
      assert.ok(said.length > 20);
      assert.doesNotMatch(JSON.stringify(said), secret);
      assert.doesNotMatch(world.inlay.logged(), secret);
      const folder = world.inlay.services.config.dataDir;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      assert.ok(files.some(({ name }) => name === 'inlay.db'));
      for (const { parentPath, name } of files)
        assert.doesNotMatch(readFileSync(join(parentPath, name), 'latin1'), secret, name);
    });
  });
});
