import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TileResponse } from '@inlay/content/embed-api';
import type { Measure } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import { contentClient } from '../../../support/content/content-client.ts';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const ORDERS = `day,region,customer,amount,quantity
2025-01-10,north,Ann,10.10,1
2025-02-03,north,Ben,20.20,4
2025-02-20,south,Ann,30.30,2
2025-04-01,north,Ann,5.05,1
2026-01-15,north,Ann,15.15,3
2026-02-01,south,Cid,60.60,2
2026-04-09,north,Ben,40.40,8
`;

const date = 'day';
const measures: readonly Measure[] = [
  { name: 'revenue', kind: 'sum', column: 'amount' },
  { name: 'units', kind: 'sum', column: 'quantity' },
  { name: 'orders', kind: 'count' },
  {
    name: 'ann',
    kind: 'sum',
    column: 'quantity',
    filters: [{ column: 'customer', operator: 'equals', value: 'Ann' }],
  },
  { name: 'customers', kind: 'distinct', column: 'customer' },
  { name: 'p25', kind: 'percentile', column: 'quantity', percentile: 25 },
  { name: 'first', kind: 'first', column: 'customer', by: 'day' },
  { name: 'last', kind: 'last', column: 'customer', by: 'day' },
  { name: 'weighted', kind: 'weighted-average', column: 'quantity', weight: 'quantity' },
  { name: 'price', kind: 'ratio', numerator: 'revenue', denominator: 'units' },
  { name: 'share', kind: 'share-of-total', measure: 'units' },
  { name: 'rank', kind: 'rank', measure: 'units' },
  { name: 'running', kind: 'running-total', measure: 'units', date },
  { name: 'moving', kind: 'moving-average', measure: 'units', date, periods: 2 },
  { name: 'to date', kind: 'period-to-date', measure: 'units', date, period: 'quarter' },
  { name: 'more', kind: 'difference', measure: 'units', date, offset: { count: 1, unit: 'year' } },
  { name: 'growth', kind: 'growth', measure: 'units', date, offset: { count: 1, unit: 'year' } },
];

const byRegion = { dimensions: [{ column: 'region' }], sort: [{ by: 'region', direction: 'asc' as const }] };
const byMonth = {
  dimensions: [{ column: 'day', grain: 'month' as const, fillGaps: true }],
  filters: [{ column: 'day', operator: 'between' as const, from: '2026-01-01', to: '2026-04-30' }],
};

/** The query of a tile for each kind, and the values of its measure. */
const tiles: Readonly<Record<string, { readonly query: QuerySpec; readonly values: readonly unknown[] }>> = {
  ann: { query: { ...byRegion, measures: ['ann'] }, values: [5, 2] },
  customers: { query: { ...byRegion, measures: ['customers'] }, values: [2, 2] },
  p25: { query: { ...byRegion, measures: ['p25'] }, values: [1, 2] },
  first: { query: { ...byRegion, measures: ['first'] }, values: ['Ann', 'Ann'] },
  last: { query: { ...byRegion, measures: ['last'] }, values: ['Ben', 'Cid'] },
  weighted: { query: { ...byRegion, measures: ['weighted'] }, values: [91 / 17, 2] },
  price: { query: { ...byRegion, measures: ['price'] }, values: [90.9 / 17, 90.9 / 4] },
  share: { query: { ...byRegion, measures: ['share'], limit: 1 }, values: [17 / 21] },
  rank: { query: { ...byRegion, measures: ['rank'] }, values: [1, 2] },
  running: { query: { ...byMonth, measures: ['running'] }, values: [3, 5, 5, 13] },
  moving: { query: { ...byMonth, measures: ['moving'] }, values: [1.5, 2.5, 1, 4] },
  'to date': { query: { ...byMonth, measures: ['to date'] }, values: [3, 5, 5, 8] },
  more: { query: { ...byMonth, measures: ['more'] }, values: [2, -4, 0, 7] },
  growth: { query: { ...byMonth, measures: ['growth'] }, values: [2, -4 / 6, null, 7] },
  'sum(quantity)': { query: { ...byRegion, measures: ['sum(quantity)'] }, values: [17, 4] },
  having: {
    query: {
      dimensions: [{ column: 'customer' }],
      measures: ['units'],
      having: [{ measure: 'orders', operator: 'greater', value: 1 }],
      anyOf: [
        [
          { column: 'region', operator: 'equals', value: '{{ variables.region }}' },
          { column: 'quantity', operator: 'greater', value: '{{ variables.least }}' },
        ],
      ],
      totals: true,
    },
    values: [12, 5],
  },
};

describe('measures', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let data: DataClient;
  let token: string;
  const dataset = {
    id: 'measured',
    name: 'Measured',
    connectionId: 'files',
    source: { kind: 'file', file: 'measured' },
    columns: [
      { name: 'day', type: 'date' },
      { name: 'region', type: 'string' },
      { name: 'customer', type: 'string' },
      { name: 'amount', type: 'number' },
      { name: 'quantity', type: 'integer', aggregations: ['sum'] },
    ],
    segmented: false,
  };

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embeds', sqliteStore));
    token = await viewerToken(setup);
    data = dataClient(inlay.url, setup.adminToken);
    assert.equal((await data.upload('measured.csv', ORDERS)).status, 201);
    await data.create('datasets', { ...dataset, measures });
    const admin = contentClient(inlay, setup.adminToken);
    const make = async (kind: string, body: object) => {
      const made = await admin('POST', kind, { body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
    };
    for (const [index, { query }] of Object.values(tiles).entries()) {
      const id = `measure-${index}`;
      await make('tiles', { id, appId: 'sales', title: id, kind: 'table', datasetId: 'measured', query });
      await admin('POST', `tiles/${id}/publish`, { ifMatch: '*' });
      await make('embeds', { id, title: id, target: { kind: 'tile', id } });
    }
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  for (const [index, [name, { values }]] of Object.entries(tiles).entries()) {
    it(`of the kind ${name} appear in tiles`, async () => {
      const path = `measure-${index}/tiles/measure-${index}`;
      const { status, body } = await call<TileResponse>(`${inlay.url}/embed/api/v0/embeds/${path}`, {
        token,
        body: name === 'having' ? { variables: { region: 'south', least: '2' } } : {},
      });
      assert.equal(status, 200, JSON.stringify(body));
      const found = body.result.columns.at(-1)?.values ?? [];
      const round = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);
      assert.deepEqual(found.map(round), values.map(round));
    });
  }

  it('hide the conditions of their authors, and show no rows without a variable', async () => {
    const index = Object.keys(tiles).indexOf('having');
    const { body } = await call<TileResponse>(
      `${inlay.url}/embed/api/v0/embeds/measure-${index}/tiles/measure-${index}`,
      { token, body: {} },
    );
    assert.equal(body.result.rowCount, 0);
    assert.doesNotMatch(JSON.stringify(body), /having|anyOf|variables/);
  });

  it('are refused with the place of the mistake', async () => {
    const wrong = async (measure: object) => {
      const { status, body } = await data.ask<Refusal>('datasets', {
        body: { ...dataset, id: 'wrong', measures: [...measures, { name: 'new', ...measure }] },
      });
      assert.equal(status, 400, JSON.stringify(body));
      return body.details?.map(({ path, problem }) => `${path.replace(/^\/measures\/17/, '')}: ${problem}`);
    };
    assert.deepEqual(await wrong({ kind: 'first', column: 'amount', by: 'nothing' }), [
      '/by: the column nothing does not exist',
    ]);
    assert.deepEqual(await wrong({ kind: 'weighted-average', column: 'amount', weight: 'region' }), [
      '/weight: average requires a numeric column, but region is string',
    ]);
    assert.deepEqual(await wrong({ kind: 'share-of-total', measure: 'units', within: ['nothing'] }), [
      '/within/0: the column nothing does not exist',
    ]);
    assert.deepEqual(await wrong({ kind: 'share-of-total', measure: 'running' }), [
      '/measure: a share requires a measure of rows, but running already compares groups',
    ]);
    assert.deepEqual(await wrong({ kind: 'running-total', measure: 'units', date: 'region' }), [
      '/date: region is string, but must be a date',
    ]);
    assert.deepEqual(await wrong({ kind: 'running-total', measure: 'customers', date }), [
      ': customers is a distinct count, whose values cannot be added up over time',
    ]);
    const filters = [{ column: 'amount', operator: 'equals', value: 'much' }];
    const [problem] = (await wrong({ kind: 'count', filters })) ?? [];
    assert.match(problem ?? '', /^\/filters\/0\/value: column amount is number/);
  });

  it('that need a date say so in queries without one', async () => {
    const problemOf = async (query: object) => {
      const { status, body } = await data.query('measured', query, {
        username: 'ann@customer.example',
        workspace_id: 'main',
      });
      assert.equal(status, 400, JSON.stringify(body));
      return (body as unknown as Refusal).details?.map(({ problem }) => problem).join();
    };
    assert.match(
      (await problemOf({ ...byRegion, measures: ['moving'] })) ?? '',
      /requires a dimension on day/,
    );
    assert.match((await problemOf({ ...byRegion, measures: ['growth'] })) ?? '', /a first and a last day/);
    assert.match(
      (await problemOf({ ...byRegion, measures: ['sum(amount)'] })) ?? '',
      /no measure sum\(amount\)/,
    );
  });
});
