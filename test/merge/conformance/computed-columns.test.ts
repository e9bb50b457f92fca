import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type DataClient, dataClient, type Refusal } from '../../support/data-client.ts';
import { sqliteStore } from '../../support/start-inlay.ts';
import { useInlay } from '../../support/use-inlay.ts';

const SALES = `region,amount,quantity,code,at
North,10.50,3,12,2026-03-28T23:30:00Z
north ,5.25,0,x,2026-03-29T01:30:00Z
south,7.00,2,-4,2026-06-01T12:00:00Z
,1.00,1,,2026-06-02T12:00:00Z
`;
const columns = [
  { name: 'region', type: 'string' },
  { name: 'amount', type: 'number' },
  { name: 'quantity', type: 'integer' },
  { name: 'code', type: 'string' },
  { name: 'at', type: 'datetime' },
];
const computed = [
  { name: 'area', type: 'string', expression: "coalesce(lower(trim(region)), 'none')" },
  { name: 'unit price', type: 'decimal', expression: 'round(amount / quantity, 2)' },
  { name: 'number', type: 'integer', expression: 'to_integer(code)' },
  { name: 'day', type: 'date', expression: 'to_date(at)' },
];
const dataset = {
  id: 'sales',
  name: 'Sales',
  connectionId: 'files',
  source: { kind: 'file', file: 'sales' },
  columns: [...columns, ...computed],
  measures: [
    { name: 'rows', kind: 'count' },
    { name: 'numbers', kind: 'sum', column: 'number' },
  ],
  rowRules: [{ column: 'area', operator: 'in', values: { context: 'attributes.areas' } }],
};
const viewer = (...areas: readonly string[]) => ({
  username: 'ann@customer.example',
  workspace_id: 'main',
  attributes: { areas },
});

describe('computed columns', () => {
  const inlay = useInlay(sqliteStore);
  let data: DataClient;
  before(async () => {
    data = dataClient(inlay.running.url, await inlay.adminToken());
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('sales.csv', SALES)).status, 201);
    await data.create('datasets', dataset);
  });

  const valuesOf = async (query: object, context: object) => {
    const { status, body } = await data.query('sales', query, context);
    assert.equal(status, 200, JSON.stringify(body));
    return body.result.columns.map(({ values }) => values);
  };

  it('group, filter, sort and aggregate rows, and decide in row rules who sees them', async () => {
    const query = {
      dimensions: [{ column: 'area' }],
      measures: ['rows', 'numbers'],
      sort: [{ by: 'area', direction: 'asc' }],
    };
    assert.deepEqual(await valuesOf(query, viewer('north', 'none')), [
      ['none', 'north'],
      [1, 2],
      [null, 12],
    ]);
    assert.deepEqual(
      await valuesOf(
        { ...query, filters: [{ column: 'unit price', operator: 'greater', value: 3 }] },
        viewer('north', 'south'),
      ),
      [
        ['north', 'south'],
        [1, 1],
        [12, -4],
      ],
    );
    assert.deepEqual(await valuesOf(query, viewer('North')), [[], [], []]);
  });

  it("take days from the viewer's time zone and can be grouped by month", async () => {
    const query = { dimensions: [{ column: 'day', grain: 'month' }], measures: ['rows'] };
    assert.deepEqual(await valuesOf(query, viewer('north', 'south')), [
      ['2026-03-01', '2026-06-01'],
      [2, 1],
    ]);
  });

  it('are computed when an administrator asks why a row is hidden', async () => {
    const explain = async (row: object) => {
      const { status, body } = await data.ask<{ row: { visible: boolean } }>('datasets/sales/explain', {
        body: { query: { dimensions: [], measures: ['rows'] }, context: viewer('north'), row },
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body.row.visible;
    };
    assert.equal(await explain({ region: ' NORTH' }), true);
    assert.equal(await explain({ region: 'South' }), false);
    // The row cannot bring a value of its own.
    assert.equal(await explain({ region: 'South', area: 'north' }), false);
  });

  it('are refused with the place of the mistake', async () => {
    const refusals = [
      { expression: 'amount * gone', position: 9, length: 4, problem: /no column gone \(at character 10\)/ },
      { expression: 'amount +', position: 8, length: 0, problem: /incomplete/ },
      { expression: "amount || 'x'", position: 7, length: 1, problem: /cannot read "\|"/ },
      { expression: 'wrong', position: 0, length: 5, problem: /wrong depends on itself: wrong → wrong/ },
    ];
    for (const { expression, problem, ...place } of refusals) {
      const wrong = { name: 'wrong', type: 'number', expression };
      const { status, body } = await data.ask<Refusal>('datasets/sales', {
        method: 'PATCH',
        headers: { 'if-match': '*' },
        body: { columns: [...dataset.columns, wrong] },
      });
      assert.equal(status, 400, JSON.stringify(body));
      const { path, problem: told, ...at } = body.details?.[0] ?? { path: '', problem: '' };
      assert.equal(path, '/columns/9/expression');
      assert.match(told, problem);
      assert.deepEqual(at, place);
    }
    const { status, body } = await data.ask<Refusal>('datasets/sales', {
      method: 'PATCH',
      headers: { 'if-match': '*' },
      body: { columns: [...dataset.columns, { name: 'wrong', type: 'integer', expression: 'amount' }] },
    });
    assert.equal(status, 400);
    assert.deepEqual(body.details, [
      { path: '/columns/9/type', problem: 'the expression of wrong is number, not integer' },
    ]);
  });
});
