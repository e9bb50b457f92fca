import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { RowRule } from '@inlay/protocol/rule';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { findDataset, reportDatasetProblems, updateDataset } from '@inlay/server/features/datasets/index';
import { setMeta } from '@inlay/server/platform/store/meta';
import { CHECKED_BY } from '@inlay/server/platform/store/store-upgrades';
import type { Services } from '@inlay/server/services';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { runInlay } from '../../../support/server/run-inlay.ts';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

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
  { name: 'share', type: 'number', label: 'Share', expression: 'amount / 10' },
  { name: 'huge', type: 'integer', label: 'Huge number', expression: 'quantity * 9000000000000000000' },
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
    { name: 'shares', kind: 'sum', column: 'share' },
    { name: 'largest', kind: 'max', column: 'huge' },
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

  it('that are floating-point numbers add up but are no dimensions', async () => {
    assert.deepEqual(await valuesOf({ dimensions: [], measures: ['shares'] }, viewer('north')), [
      [1.5750000000000002],
    ]);
    const { status, body } = await data.ask<Refusal>('datasets/sales/query', {
      body: {
        query: { dimensions: [{ column: 'share' }], measures: ['rows'] },
        context: viewer('north'),
      },
    });
    assert.equal(status, 400);
    assert.match(body.details?.[0]?.problem ?? '', /share is computed as a floating-point number.*round\(/);
  });

  it('are named when a number does not fit', async () => {
    const query = { dimensions: [], measures: ['rows', 'largest', 'shares'] };
    const { status, body } = await data.query('sales', query, viewer('north'));
    assert.equal(status, 502, JSON.stringify(body));
    const { message } = body as unknown as { message: string };
    assert.match(message, /too large for its type.*computes “Huge number”, “Share”/);
  });

  it('are refused in rules, masks and keys unless they are exact', async () => {
    const problems = async (change: object) => {
      const { status, body } = await data.ask<Refusal>('datasets/sales', {
        method: 'PATCH',
        headers: { 'if-match': '*' },
        body: change,
      });
      assert.equal(status, 400, JSON.stringify(body));
      for (const { problem } of body.details ?? [])
        assert.match(problem, /computed with decimals or floating/);
      return body.details?.map(({ path }) => path);
    };
    const rule = { column: 'unit price', operator: 'greater', value: 3 };
    assert.deepEqual(await problems({ rowRules: [{ or: [{ all: true }, rule] }] }), [
      '/rowRules/0/or/1/column',
    ]);
    assert.deepEqual(await problems({ groupRules: [{ group: 'a', rule }] }), ['/groupRules/0/rule/column']);
    const masked = dataset.columns.map((column) =>
      column.name === 'share' ? { ...column, access: [{ show: 'hash' }] } : column,
    );
    assert.deepEqual(await problems({ columns: masked }), ['/columns/9/access/0/show']);
    const relationship = {
      name: 'same',
      dataset: 'sales',
      kind: 'many-to-one',
      columns: [{ own: 'unit price', other: 'unit price' }],
    };
    assert.deepEqual(await problems({ relationships: [relationship] }), ['/relationships/0/columns/0/own']);
  });

  it('that are not exact deny in a rule that an earlier version saved, and the upgrade lists it', async () => {
    const earlier = { ...dataset, id: 'earlier', name: 'Earlier sales', rowRules: [{ all: true }] };
    await data.create('datasets', earlier);
    const { store, time } = inlay.running.services;
    const [tenant] = await store.everyTenant.selectFrom('tenants').select('id').execute();
    const tenantId = tenant?.id as TenantId;
    const saved = await findDataset(store, tenantId, 'earlier');
    assert.ok(saved);
    const rowRules: RowRule[] = [{ column: 'unit price', operator: 'greater', value: 0 }];
    const draft = { ...saved, definition: { ...saved.definition, rowRules } };
    await store.write((transaction) =>
      updateDataset(transaction, tenantId, saved.definition.version, draft, time.now()),
    );
    const { body } = await data.query('earlier', { dimensions: [], measures: ['rows'] }, viewer('north'));
    assert.deepEqual(body.result.columns[0]?.values, [0]);
    await store.write((transaction) => setMeta(transaction, CHECKED_BY, '0.0.1'));
    const warnings: object[] = [];
    const log = { warn: (fields: object) => warnings.push(fields) } as unknown as Services['log'];
    const report = () =>
      reportDatasetProblems({ ...inlay.running.services, log }, new AbortController().signal);
    await report();
    assert.equal(warnings.length, 1);
    assert.match(JSON.stringify(warnings), /"dataset":"earlier".*"path":"\/rowRules\/0\/column"/);
    // Once for each version.
    await report();
    assert.equal(warnings.length, 1);
    const { code, stdout } = await runInlay(['migrate'], inlay.store.env);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /dataset Earlier sales \(earlier\): \/rowRules\/0\/column unit price is computed with/,
    );
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
      assert.equal(path, '/columns/11/expression');
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
      { path: '/columns/11/type', problem: 'the expression of wrong is number, not integer' },
    ]);
  });
});
