import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Filter, QuerySpec } from '@inlay/protocol/query';
import { findDataset } from '@inlay/server/features/datasets/datasets';
import { runFilterValues } from '@inlay/server/features/datasets/run-query';
import type { AppError } from '@inlay/server/platform/errors';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import { hostileTexts } from '../../../packages/server/test/platform/query/support/arbitrary-rules.ts';
import { ENGINE_NAMES } from '../../support/engines/test-engines.ts';
import { PEOPLE, type Person, TENANTS, type Tenant } from '../../support/isolation/isolation-tables.ts';
import { type IsolatedTenants, UTC } from '../../support/isolation/isolation-tenants.ts';
import {
  buildWorld,
  contextOf,
  datasetId,
  foreignIn,
  linksId,
  ownersId,
  RULES,
  RUNNING,
  skipAttacks,
} from '../../support/isolation/isolation-world.ts';
import { isFullTier } from '../../support/source/full-tier.ts';

const everything: QuerySpec = {
  dimensions: [{ column: 'marker' }, { column: 'account' }],
  measures: ['total', 'rows'],
  totals: true,
  subtotals: [{ dimensions: ['account'] }, { dimensions: [] }],
};

/** The same from a dataset that everybody may see, by its relationship to the one with the rule. */
const everythingLinked: QuerySpec = {
  dimensions: [{ column: 'order.marker' }, { column: 'order.account' }],
  measures: ['links'],
  totals: true,
  subtotals: [{ dimensions: ['order.account'] }, { dimensions: [] }],
};

describe('two tenants with the same users, tables and ids', () => {
  let world: IsolatedTenants;
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
  const assertOwn = (response: { result: unknown }, tenant: Tenant, person: Person, where: string) =>
    assert.deepEqual(foreignIn(response, tenant, person), [], where);

  for (const engine of ENGINE_NAMES)
    for (const rule of Object.keys(RULES))
      it(`${engine}, ${rule}: each viewer sees exactly their own rows, with a cold and a warm cache`, {
        skip: skipAttacks(engine),
      }, async () => {
        for (const expected of ['engine', 'cache'])
          for (const { tenant, person } of everyone) {
            const where = `${tenant} ${person} ${expected}`;
            const response = await world.ask(viewerOf(tenant, person), datasetId(engine, rule), everything);
            assertOwn(response, tenant, person, where);
            assert.equal(response.from, expected, where);
            assert.equal(response.result.rowCount, 4, where);
            const sum = 4 * 10 ** PEOPLE.indexOf(person);
            assert.deepEqual(response.result.totals, { total: sum, rows: 4 }, where);
            assert.deepEqual(
              response.result.subtotals?.map(({ columns }) => columns.map(({ values }) => values)),
              [
                [[person], [sum], [4]],
                [[sum], [4]],
              ],
              where,
            );
          }
      });

  for (const engine of ENGINE_NAMES)
    for (const rule of Object.keys(RULES))
      it(`${engine}, ${rule}: a relationship shows each viewer exactly their own rows, in both directions`, {
        skip: skipAttacks(engine),
      }, async () => {
        for (const expected of ['engine', 'cache'])
          for (const { tenant, person } of everyone) {
            const where = `${tenant} ${person} ${expected}`;
            const viewer = viewerOf(tenant, person);
            const response = await world.ask(viewer, linksId(engine, rule), everythingLinked);
            assertOwn(response, tenant, person, where);
            assert.equal(response.from, expected, where);
            // The links to orders of others belong to no order that this viewer knows of.
            assert.deepEqual(
              response.result.columns.map(({ values }) => values),
              [
                [null, ...[0, 1, 2, 3].map((index) => `${tenant}:${person}:${index}`)],
                [null, person, person, person, person],
                [16, 2, 2, 2, 2],
              ],
              where,
            );
            assert.deepEqual(response.result.totals, { links: 24 }, where);
            const back = await world.ask(viewer, datasetId(engine, rule), {
              dimensions: [{ column: 'account' }],
              measures: ['total', 'linked.links'],
              totals: true,
            });
            assertOwn(back, tenant, person, where);
            const sum = 4 * 10 ** PEOPLE.indexOf(person);
            assert.deepEqual(back.result.totals, { total: sum, 'linked.links': 8 }, where);
            assert.equal(back.result.rowCount, 1, where);
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

  const attacked = ENGINE_NAMES.flatMap((engine) =>
    ['equals', 'follow'].map((rule) => ({ engine, rule, links: linksId(engine, rule) })),
  );
  for (const { engine, rule, links } of attacked)
    it(`${engine}, ${rule}: filters, groups, rankings, pivots and comparisons never include rows of others`, {
      skip: skipAttacks(engine),
    }, async () => {
      const [tenant, person] = ['demo', 'ann'] as const;
      const viewer = viewerOf(tenant, person);
      const id = datasetId(engine, rule);
      for (const filters of attacks) {
        const response = await world.ask(viewer, id, { ...everything, filters });
        assertOwn(response, tenant, person, JSON.stringify(filters));
        assert.ok(Number(response.result.totals?.rows) <= 4);
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
        const response = await world.ask(viewer, id, { ...everything, ...shape });
        assertOwn(response, tenant, person, JSON.stringify(shape));
        const sums = response.result.columns.filter(({ name }) => name === 'total');
        const sum = sums.flatMap(({ values }) => values).reduce<number>((all, cell) => all + Number(cell), 0);
        assert.ok(sum <= 4, `${sum} ${JSON.stringify(shape)}`);
      }
      const related = (name: string) => `order.${name}`;
      for (const filters of attacks) {
        const moved = filters.map((filter) => ({ ...filter, column: related(filter.column) }));
        const response = await world.ask(viewer, links, { ...everythingLinked, filters: moved });
        assertOwn(response, tenant, person, JSON.stringify(moved));
      }
      const linkedShapes: readonly Partial<QuerySpec>[] = [
        { top: { dimension: related('account'), by: 'links', count: 1, others: true } },
        { pivot: { dimension: related('account') }, totals: false, subtotals: [] },
        { sort: [{ by: related('marker'), direction: 'desc' }], limit: 1 },
      ];
      for (const shape of linkedShapes) {
        const response = await world.ask(viewer, links, { ...everythingLinked, ...shape });
        assertOwn(response, tenant, person, JSON.stringify(shape));
      }
      const adHoc = ['max(marker)', 'min(marker)', 'count(marker)', 'distinct(account)', 'sum(amount)'];
      const computed = await world.ask(viewer, id, { dimensions: [], measures: adHoc });
      assert.deepEqual(
        computed.result.columns.map(({ values }) => values),
        [['demo:ann:3'], ['demo:ann:0'], [4], [1], [4]],
      );
      // The rows of others would count as rows without a partner, or not at all: never as rows.
      for (const measures of [['max(order.marker)'], ['count(order.marker)'], ['max(owner)']])
        await assert.rejects(world.ask(viewer, links, { dimensions: [], measures }), { statusCode: 400 });
      const last = await world.ask(viewer, id, { dimensions: [], measures: ['last', 'total'] });
      assert.deepEqual(
        last.result.columns.map(({ values }) => values),
        [['demo:ann:3'], [4]],
      );
    });

  /** Uses of a column that would show it, or count, order or choose rows by it. */
  const usesOf = (column: string): readonly QuerySpec[] => {
    const rows: QuerySpec = { dimensions: [{ column: 'marker' }], measures: ['total'] };
    const filters: readonly Filter[] = [
      { column, operator: 'equals', value: 'bob' },
      { column, operator: 'is-not-set' },
      { column, operator: 'not-in', values: ['ann'], orNotSet: true },
    ];
    return [
      { ...rows, dimensions: [{ column }] },
      { ...rows, dimensions: [{ column: 'marker' }, { column }], pivot: { dimension: column } },
      { ...rows, dimensions: [{ column }], top: { dimension: column, by: 'total', count: 1 } },
      { ...rows, dimensions: [{ column }], sort: [{ by: column, direction: 'asc' }], limit: 1 },
      ...filters.map((filter) => ({ ...rows, filters: [filter] })),
      { ...rows, anyOf: [filters] },
      ...['max', 'count', 'distinct'].map((kind) => ({ ...rows, measures: [`${kind}(${column})`] })),
    ];
  };

  for (const engine of ENGINE_NAMES)
    it(`${engine}: nobody learns of the related column that decides, not even that it exists`, {
      skip: skipAttacks(engine),
    }, async () => {
      const problemOf = async (id: string, spec: QuerySpec) => {
        const error = await world.ask(viewerOf('demo', 'ann'), id, spec).then(
          () => assert.fail(JSON.stringify(spec)),
          (thrown: unknown) => thrown as AppError,
        );
        return { code: error.code, message: error.message, details: error.details };
      };
      for (const rule of ['follow', 'related column', 'related groups', 'related by text'])
        for (const [id, path] of [
          [datasetId(engine, rule), 'account.owner'],
          [datasetId(engine, rule), 'named'],
          [linksId(engine, rule), 'order.account.owner'],
        ] as const) {
          const absent = usesOf(`${path}.none`);
          for (const [index, spec] of usesOf(`${path}.name`).entries()) {
            const { code, message, details } = await problemOf(id, spec);
            const expected = await problemOf(id, absent[index] as QuerySpec);
            const renamed = (value: unknown) => JSON.stringify(value)?.replaceAll('.none', '.name');
            assert.equal(code, expected.code);
            assert.equal(renamed(message), renamed(expected.message));
            assert.equal(renamed(details), renamed(expected.details));
          }
        }
    });

  for (const engine of ENGINE_NAMES)
    it(`${engine}: rows lead only to related rows with exactly their key`, {
      skip: skipAttacks(engine),
    }, async () => {
      for (const tenant of TENANTS)
        for (const person of ['ann', 'bob'] as const)
          for (const rule of ['follow', 'related column']) {
            const viewer = viewerOf(tenant, person);
            const spec = {
              dimensions: [{ column: 'account.code' }],
              measures: ['total', 'rows'],
              totals: true,
            };
            const own = `${tenant}:${person}:90`;
            const sum = 4 * 10 ** PEOPLE.indexOf(person);
            const { result } = await world.ask(viewer, datasetId(engine, rule), spec);
            assert.deepEqual(
              result.columns.map(({ values }) => values),
              [[own], [sum], [4]],
            );
            assert.deepEqual(result.totals, { total: sum, rows: 4 });
            const linked = await world.ask(viewer, linksId(engine, rule), {
              dimensions: [{ column: 'order.account.code' }],
              measures: ['links'],
            });
            assert.deepEqual(
              linked.result.columns.map(({ values }) => values),
              [
                [null, own],
                [16, 8],
              ],
            );
          }
    });

  it("filter values are only the viewer's own, for any search", async () => {
    for (const [engine, rule] of RUNNING.flatMap((name) => [
      [name, 'equals'] as const,
      [name, 'follow'] as const,
    ]))
      for (const { tenant, person } of everyone) {
        const viewer = viewerOf(tenant, person);
        const dataset = await findDataset(
          world.inlay.services.store,
          viewer.tenantId,
          datasetId(engine, rule),
        );
        const links = await findDataset(world.inlay.services.store, viewer.tenantId, linksId(engine, rule));
        assert.ok(dataset && links);
        for (const search of [undefined, '', ':', '%', '_', 'bob', "' OR 1=1 --"]) {
          const query = { column: 'marker', ...(search === undefined ? {} : { search }) };
          const options = { calendar: UTC };
          const response = await runFilterValues(world.inlay.services, viewer, dataset, query, options);
          assertOwn(response, tenant, person, `${engine} ${search}`);
          const linked = { ...query, column: 'order.marker' };
          const related = await runFilterValues(world.inlay.services, viewer, links, linked, options);
          assertOwn(related, tenant, person, `${engine} ${search}, by a relationship`);
        }
      }
  });

  const oddValues: readonly unknown[] = [
    ...hostileTexts,
    ...['', [], null, {}, [[]], [null], [''], 0, 1, true, false, -1, { account: 'ann' }, ['ann', {}]],
  ];

  /** In the merge tier, each value meets three of them. */
  const ruleNames = [
    ...['equals', 'in', 'contains', 'is-set', 'odd names', 'a date', 'sql', 'groups'],
    ...['follow', 'related column', 'related by text', 'related groups'],
  ];

  for (const engine of ENGINE_NAMES)
    it(`${engine}: an attribute that is SQL, empty, mistyped or malformed grants nothing`, {
      skip: skipAttacks(engine),
    }, async () => {
      let refused = 0;
      for (const [index, value] of oddValues.entries()) {
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
        for (const rule of ruleNames.filter((_, rule) => isFullTier || rule % 4 === index % 4)) {
          // A part of a marker is what `contains` is there to find.
          if (rule === 'contains' && typeof value === 'string' && /^[a-z:0-3]+$/.test(value)) continue;
          const where = `${rule} ${JSON.stringify(value)?.slice(0, 40)}`;
          const { result } = await world.ask(viewer, datasetId(engine, rule), everything);
          assert.equal(result.rowCount, 0, where);
          const linked = await world.ask(viewer, linksId(engine, rule), everythingLinked);
          assert.deepEqual(
            linked.result.columns.map(({ values }) => values),
            [[null], [null], [24]],
            where,
          );
        }
        if (typeof value === 'string' && value !== '') continue;
        for (const rule of ['not-in', 'not-equals', 'related not-in']) {
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

  // The last one, because it changes a dataset of the others.
  it('a result is not older than the dataset allows that decides about its rows', async () => {
    const [engine = 'duckdb'] = RUNNING;
    const viewer = viewerOf('demo', 'ann');
    const from = async () => (await world.ask(viewer, datasetId(engine, 'follow'), everything)).from;
    await from();
    assert.equal(await from(), 'cache');
    const { status } = await world.clients.demo.ask(`datasets/${ownersId(engine)}`, {
      method: 'PATCH',
      headers: { 'if-match': '*' },
      body: { cacheSeconds: 0 },
    });
    assert.equal(status, 200);
    assert.deepEqual([await from(), await from()], ['engine', 'engine']);
  });
});
