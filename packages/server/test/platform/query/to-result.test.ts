import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import type { Grain, QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import { duckdb } from '../../../src/platform/engines/duckdb/dialect.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard, guardedSummaries } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { toResult } from '../../../src/platform/query/result/to-result.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from './support/cases.ts';
import { createOrders, openOrders, orderRows } from './support/orders.ts';
import { openDuckdb, type TestEngine } from './support/test-engines.ts';

describe('the result of a query', () => {
  let engine: TestEngine;

  before(async () => {
    engine = await openDuckdb();
    for (const sql of createOrders('duckdb')) await engine.execute(sql);
  });

  after(() => engine.close());

  async function ask(
    spec: QuerySpec,
    calendar: ViewerCalendar = zurich,
    now = 0,
    model = openOrders,
  ): Promise<QueryResult> {
    const plan = planQuery(spec, model, calendar, now);
    const guarded = guard(plan, createContextReader(viewer));
    const summaries = [];
    for (const summary of guardedSummaries(guarded))
      summaries.push(await engine.answer(compile(summary, duckdb), summary.plan));
    return toResult(plan, await engine.answer(compile(guarded, duckdb), plan), summaries);
  }

  const valuesOf = (result: QueryResult, name: string): readonly Cell[] =>
    result.columns.find((column) => column.name === name)?.values ?? assert.fail(`no column ${name}`);

  test('names, labels, types, roles and formats come from the dataset', async () => {
    const result = await ask({ dimensions: [{ column: 'region' }], measures: ['revenue'], limit: 3 });
    assert.deepEqual(
      result.columns.map(({ values: _, ...column }) => column),
      [
        { name: 'region', label: 'Region', type: 'string', role: 'dimension' },
        { name: 'revenue', label: 'Revenue', type: 'decimal', role: 'measure', format: { kind: 'currency' } },
      ],
    );
    assert.equal(result.rowCount, 3);
    assert.equal(result.truncated, true);
  });

  test('a measure to date says with which year it starts again, unless it also goes on', async () => {
    const overTime = { measure: 'orders', date: 'day' };
    const dataset = {
      ...openOrders,
      measures: [
        ...(openOrders.measures ?? []),
        { ...overTime, name: 'year', kind: 'period-to-date', period: 'year' },
        { ...overTime, name: 'fiscal', kind: 'period-to-date', period: 'fiscal-year' },
        { ...overTime, name: 'quarter', kind: 'period-to-date', period: 'quarter' },
        { ...overTime, name: 'running', kind: 'running-total' },
        { name: 'both', kind: 'expression', expression: '[running] - [year]' },
      ],
    } as const;
    const names = ['orders', 'year', 'fiscal', 'quarter', 'running', 'both'];
    const plan = planQuery(
      { dimensions: [{ column: 'day', grain: 'month' }], measures: names },
      dataset,
      zurich,
      0,
    );
    const guarded = guard(plan, createContextReader(viewer));
    const { columns } = toResult(plan, await engine.answer(compile(guarded, duckdb), plan));
    assert.deepEqual(
      columns.flatMap(({ name, restarts }) => (restarts ? [[name, restarts]] : [])),
      [
        ['year', 'year'],
        ['fiscal', 'fiscal-year'],
      ],
    );
  });

  test('fills the days without rows with zero for sums and nothing for averages', async () => {
    const result = await ask({
      dimensions: [{ column: 'day', grain: 'day', fillGaps: true }],
      measures: ['orders', 'average score'],
      filters: [{ column: 'day', operator: 'between', from: '2025-01-04', to: '2025-01-12' }],
    });
    assert.deepEqual(
      valuesOf(result, 'day'),
      Array.from({ length: 9 }, (_, index) => `2025-01-${String(index + 4).padStart(2, '0')}`),
    );
    assert.deepEqual(valuesOf(result, 'orders'), [0, 0, 1, 0, 0, 0, 0, 1, 0]);
    assert.deepEqual(valuesOf(result, 'average score'), [
      null,
      null,
      0.125,
      null,
      null,
      null,
      null,
      0.25,
      null,
    ]);
    assert.equal(result.rowCount, 9);
    assert.equal(result.truncated, false);
  });

  test('fills gaps between days of four-digit years and keeps other days at the end', () => {
    const plan = planQuery(
      { dimensions: [{ column: 'day', grain: 'day', fillGaps: true }], measures: ['orders'] },
      openOrders,
      zurich,
      0,
    );
    const days = ['12024-01-05', '2025-01-01', '2025-01-03'];
    const result = toResult(plan, {
      columns: [
        { name: 'd0', type: 'date', values: days },
        { name: 'm0', type: 'integer', values: [1, 2, 3] },
      ],
      rowCount: 3,
      truncated: false,
    });
    assert.deepEqual(valuesOf(result, 'day'), ['2025-01-01', '2025-01-02', '2025-01-03', '12024-01-05']);
    assert.deepEqual(valuesOf(result, 'orders'), [2, 0, 3, 1]);
  });

  test('fills gaps for each series, newest first when sorted so', async () => {
    const result = await ask({
      dimensions: [{ column: 'day', grain: 'week', fillGaps: true }, { column: 'customer' }],
      measures: ['orders'],
      filters: [
        { column: 'day', operator: 'between', from: '2025-01-01', to: '2025-02-28' },
        { column: 'customer', operator: 'in', values: ['customer 1', 'customer 2'] },
      ],
      sort: [{ by: 'day', direction: 'desc' }],
    });
    const weeks = [...new Set(valuesOf(result, 'day'))];
    assert.equal(weeks[0], '2025-02-24');
    assert.equal(weeks.at(-1), '2024-12-30');
    assert.equal(weeks.length, 9);
    assert.equal(result.rowCount, 18);
    const sum = valuesOf(result, 'orders').reduce<number>((total, value) => total + Number(value), 0);
    assert.equal(sum, 4);
  });

  test('fills hours as instants: 23 of them on the day the clock goes forward', async () => {
    const result = await ask({
      dimensions: [{ column: 'created', grain: 'hour', fillGaps: true }],
      measures: ['orders'],
      filters: [{ column: 'created', operator: 'equals', value: '2025-03-30' }],
    });
    assert.equal(result.rowCount, 23);
    assert.equal(valuesOf(result, 'created')[0], '2025-03-29T23:00:00.000Z');
  });

  test('fills hours where clocks change by half an hour: the hour that is cut ends there', async () => {
    const hoursOf = async (day: string) => {
      const result = await ask(
        {
          dimensions: [{ column: 'created', grain: 'hour', fillGaps: true }],
          measures: ['orders'],
          filters: [{ column: 'created', operator: 'equals', value: day }],
        },
        { ...zurich, timeZone: 'Australia/Lord_Howe' },
      );
      return valuesOf(result, 'created').map((hour) => String(hour).slice(11, 16));
    };
    const autumn = await hoursOf('2025-04-06');
    assert.equal(autumn.length, 25);
    assert.deepEqual(autumn.slice(0, 5), ['13:00', '14:00', '15:00', '15:30', '16:30']);
    const spring = await hoursOf('2025-10-05');
    assert.equal(spring.length, 24);
    assert.deepEqual(spring.slice(0, 5), ['13:30', '14:30', '15:30', '16:00', '17:00']);
  });

  test('marks the last period if it is not over, in the calendar of the viewer', async () => {
    const incompleteAt = async (now: string, grain: Grain, more: Partial<QuerySpec> = {}) => {
      const column = grain === 'hour' ? 'created' : 'day';
      const spec = { dimensions: [{ column, grain }], measures: ['orders'], ...more };
      const result = await ask(spec, { ...zurich, fiscalYearStart: 7 }, Date.parse(now));
      return result.columns[0]?.incomplete;
    };
    const until = (to: string) => ({
      filters: [{ column: 'day', operator: 'less-or-equal' as const, value: to }],
    });
    // The last order is of 19 August 2026.
    assert.deepEqual(await incompleteAt('2026-08-25T10:00:00Z', 'month'), {
      value: '2026-08-01',
      until: '2026-08-25',
    });
    assert.deepEqual(await incompleteAt('2026-09-30T21:59:00Z', 'fiscal-quarter'), {
      value: '2026-07-01',
      until: '2026-09-30',
    });
    // In Zurich the quarter is over.
    assert.equal(await incompleteAt('2026-09-30T22:00:00Z', 'fiscal-quarter'), undefined);
    assert.deepEqual(await incompleteAt('2026-08-19T10:34:56Z', 'day'), {
      value: '2026-08-19',
      until: '2026-08-19T10:34:00.000Z',
    });
    assert.equal(await incompleteAt('2026-08-20T10:00:00Z', 'day'), undefined);
    // Rows after now are plans.
    assert.equal(await incompleteAt('2026-05-10T10:00:00Z', 'month'), undefined);
    assert.deepEqual(await incompleteAt('2026-05-10T10:00:00Z', 'month', until('2026-05-31')), {
      value: '2026-05-01',
      until: '2026-05-10',
    });
    assert.equal(await incompleteAt('2026-05-10T10:00:00Z', 'month', until('2026-05-09')), undefined);
    const hours = { filters: [{ column: 'created', operator: 'equals' as const, value: '2025-01-01' }] };
    assert.deepEqual(await incompleteAt('2025-01-01T00:20:30Z', 'hour', hours), {
      value: '2025-01-01T00:00:00.000Z',
      until: '2025-01-01T00:20:00.000Z',
    });
  });

  describe('equal spans', () => {
    const at = (now: string, spec: Partial<QuerySpec>) =>
      ask({ dimensions: [], measures: ['orders'], equalSpans: true, ...spec }, zurich, Date.parse(now));
    const ordersIn = (column: number, from: string, to: string) =>
      orderRows.filter((row) => String(row[column]) >= from && String(row[column]) < to).length;
    const between = (from: string, to: string) => ({ column: 'day', operator: 'between', from, to }) as const;

    test('the current month is compared with as many days of the month before', async () => {
      const { before } = await at('2026-08-20T10:00:00Z', {
        dimensions: [{ column: 'day', grain: 'month' }],
      });
      assert.deepEqual(before, {
        from: '2026-07-01',
        to: '2026-07-20',
        until: '2026-08-20',
        values: { orders: ordersIn(7, '2026-07-01', '2026-07-21') },
      });
      assert.notEqual(before?.values?.orders, ordersIn(7, '2026-07-01', '2026-08-01'));
    });

    test('the last days of a month are compared with all of a shorter one', async () => {
      const march = await at('2026-03-31T10:00:00Z', {
        dimensions: [{ column: 'day', grain: 'month' }],
        filters: [between('2026-01-01', '2026-03-31')],
      });
      assert.deepEqual([march.before?.from, march.before?.to], ['2026-02-01', '2026-02-28']);
      assert.equal(march.before?.values?.orders, ordersIn(7, '2026-02-01', '2026-03-01'));
    });

    test('today is compared with yesterday up to the same time', async () => {
      const [, , , , , , , , created] = orderRows.at(-1) ?? assert.fail();
      const now = new Date(Date.parse(created) + 3_600_000).toISOString();
      const { before } = await at(now, { dimensions: [{ column: 'created', grain: 'day' }] });
      const yesterday = Date.parse(now) - 86_400_000;
      assert.equal(before?.to, new Date(yesterday - (yesterday % 60_000)).toISOString());
    });

    test('a running total is compared with what it was', async () => {
      const measured = {
        ...openOrders,
        measures: [
          ...(openOrders.measures ?? []),
          { name: 'running', kind: 'running-total', measure: 'orders', date: 'day' } as const,
        ],
      };
      const plan = planQuery(
        { dimensions: [{ column: 'day', grain: 'month' }], measures: ['running'], equalSpans: true },
        measured,
        zurich,
        Date.parse('2026-08-20T10:00:00Z'),
      );
      const guarded = guard(plan, createContextReader(viewer));
      const [earlier] = guardedSummaries(guarded);
      assert.ok(earlier);
      const result = toResult(plan, await engine.answer(compile(guarded, duckdb), plan), [
        await engine.answer(compile(earlier, duckdb), earlier.plan),
      ]);
      assert.equal(result.before?.values?.running, ordersIn(7, '2025', '2026-07-21'));
    });

    test('a comparison ends today, although the filter goes on', async () => {
      const comparison = { column: 'day', with: 'previous-period' } as const;
      const filters = [between('2026-08-01', '2026-08-31')];
      const result = await at('2026-08-10T10:00:00Z', { filters, comparison });
      assert.deepEqual(result.before, { from: '2026-07-01', to: '2026-07-10', until: '2026-08-10' });
      assert.deepEqual(valuesOf(result, 'orders:previous'), [ordersIn(7, '2026-07-01', '2026-07-11')]);
      const over = await at('2026-09-10T10:00:00Z', { filters, comparison });
      assert.deepEqual(valuesOf(over, 'orders:previous'), [ordersIn(7, '2026-07-01', '2026-08-01')]);
    });

    test('a period that is over is compared with the whole one before it', async () => {
      const result = await at('2026-10-01T10:00:00Z', { dimensions: [{ column: 'day', grain: 'month' }] });
      assert.equal(result.columns[0]?.incomplete, undefined);
      assert.equal(result.before, undefined);
    });
  });

  test('a comparison adds a column for each measure, aligned bucket by bucket', async () => {
    const result = await ask({
      dimensions: [{ column: 'day', grain: 'month', fillGaps: true }],
      measures: ['orders'],
      filters: [{ column: 'day', operator: 'between', from: '2025-03-01', to: '2025-04-30' }],
      comparison: { column: 'day', with: 'previous-period' },
      totals: true,
    });
    assert.deepEqual(valuesOf(result, 'day'), ['2025-03-01', '2025-04-01']);
    assert.deepEqual(valuesOf(result, 'orders'), [6, 6]);
    assert.deepEqual(valuesOf(result, 'orders:previous'), [7, 5]);
    assert.equal(result.columns.at(-1)?.comparisonOf, 'orders');
    assert.deepEqual(result.totals, { orders: 12, 'orders:previous': 12 });
  });

  test('the rest of a top N dimension is one row at the end, and nothing is lost', async () => {
    const result = await ask({
      dimensions: [{ column: 'region' }],
      measures: ['orders'],
      top: { dimension: 'region', by: 'orders', count: 3, others: true },
      totals: true,
    });
    const region = result.columns[0];
    assert.deepEqual(region?.others, [3]);
    assert.deepEqual(region?.values, ['', '100%', '1000', null]);
    assert.deepEqual(valuesOf(result, 'orders'), [8, 8, 8, 96]);
    assert.deepEqual(result.totals, { orders: 120 });
  });

  test('a missing value is a separate group from the others', async () => {
    const result = await ask({
      dimensions: [{ column: 'region' }],
      measures: ['orders'],
      top: { dimension: 'region', by: 'units', count: 15, others: true },
    });
    assert.equal(result.rowCount, 15);
    assert.equal(result.columns[0]?.others, undefined);
    assert.ok(result.columns[0]?.values.includes(null));
  });

  test('fills no gaps for combinations of other dimensions that do not exist, nor beside another grain', async () => {
    const filters = [
      { column: 'day', operator: 'between', from: '2025-01-01', to: '2025-02-28' },
      { column: 'customer', operator: 'equals', value: 'nobody' },
    ] as const;
    const day = { column: 'day', grain: 'month', fillGaps: true } as const;
    const none = await ask({ dimensions: [day, { column: 'customer' }], measures: ['orders'], filters });
    assert.equal(none.rowCount, 0);
    const result = await ask({
      dimensions: [day, { column: 'day', grain: 'year' }],
      measures: ['orders'],
      filters: [{ column: 'day', operator: 'between', from: '2025-11-01', to: '2026-02-28' }],
    });
    assert.deepEqual(valuesOf(result, 'day:year'), ['2025-01-01', '2025-01-01', '2026-01-01', '2026-01-01']);
  });

  test('fills no gaps at all where there are more than 10,000 periods', async () => {
    const result = await ask({
      dimensions: [{ column: 'day', grain: 'day', fillGaps: true }],
      measures: ['orders'],
      filters: [{ column: 'day', operator: 'between', from: '1990-01-01', to: '2025-01-12' }],
    });
    assert.deepEqual(valuesOf(result, 'day'), ['2025-01-01', '2025-01-06', '2025-01-11']);
  });

  test('colors that the dataset fixes are those of values in the result', async () => {
    const colors = [
      { value: true, color: 'good' },
      { value: 'unseen', color: 'bad' },
    ];
    const model = {
      ...openOrders,
      columns: openOrders.columns.map((column) =>
        column.name === 'active' ? { ...column, colors } : column,
      ),
    };
    const query = { dimensions: [{ column: 'region' }, { column: 'active' }], measures: ['orders'] };
    const rows = await ask(query, zurich, 0, model);
    assert.deepEqual(rows.columns[1]?.colors, [{ value: true, color: 'good' }]);
    const wide = await ask({ ...query, pivot: { dimension: 'active' } }, zurich, 0, model);
    const colored = wide.columns.flatMap(({ pivot }) => (pivot?.color ? [[pivot.value, pivot.color]] : []));
    assert.deepEqual(colored, [[true, 'good']]);
  });

  test('a pivot turns values into labeled columns', async () => {
    const result = await ask({
      dimensions: [{ column: 'day', grain: 'year' }, { column: 'active' }],
      measures: ['orders', 'units'],
      pivot: { dimension: 'active' },
    });
    assert.deepEqual(
      result.columns.map((column) => column.label),
      ['day', 'false · orders', 'false · units', 'true · orders', 'true · units', ' · orders', ' · units'],
    );
    assert.deepEqual(result.columns[3]?.pivot, {
      dimension: 'active',
      value: true,
      type: 'boolean',
      measure: 'orders',
      measureLabel: 'orders',
    });
    const orders = result.columns
      .filter((column) => column.pivot?.measure === 'orders')
      .flatMap((column) => column.values);
    assert.equal(
      orders.reduce<number>((total, value) => total + Number(value), 0),
      120,
    );
  });

  test('a pivot keeps whole rows up to its limit', async () => {
    const result = await ask({
      dimensions: [{ column: 'day', grain: 'month' }, { column: 'customer' }],
      measures: ['orders'],
      pivot: { dimension: 'customer', limit: 2 },
      limit: 3,
    });
    assert.equal(result.rowCount, 3);
    assert.equal(result.truncated, true);
    assert.equal(result.columns.length, 3);
  });

  test('a pivot has all cells of its rows, however it is sorted', async () => {
    const spec: QuerySpec = {
      dimensions: [{ column: 'day', grain: 'month' }, { column: 'customer' }],
      measures: ['orders'],
      pivot: { dimension: 'customer', limit: 3 },
      limit: 2,
    };
    const sorted = await ask({ ...spec, sort: [{ by: 'customer', direction: 'desc' }] });
    assert.deepEqual(sorted, await ask(spec));
  });

  test('a pivot fills gaps beyond its limit, but none if the limit cuts off rows', async () => {
    const spec: QuerySpec = {
      dimensions: [
        { column: 'day', grain: 'month', fillGaps: true },
        { column: 'region' },
        { column: 'customer' },
      ],
      measures: ['orders'],
      filters: [{ column: 'region', operator: 'in', values: ['EU', 'US'] }],
      pivot: { dimension: 'customer', limit: 1 },
    };
    const all = await ask(spec);
    const orders = all.columns.at(-1)?.values ?? [];
    const present = orders.filter((value) => value !== 0).length;
    assert.ok(present < orders.length);
    assert.deepEqual(await ask({ ...spec, limit: present }), all);
    const cut = await ask({ ...spec, limit: present - 1 });
    assert.equal(cut.truncated, true);
    assert.equal(cut.rowCount, present - 1);
    assert.ok(!cut.columns.at(-1)?.values.includes(0));
  });

  test('a pivot has one total per column, computed from all rows', async () => {
    const spec: QuerySpec = {
      dimensions: [{ column: 'day', grain: 'month' }, { column: 'customer' }],
      measures: ['orders', 'average score'],
      totals: true,
    };
    const top = { dimension: 'customer', by: 'orders', count: 2, others: true };
    const result = await ask({ ...spec, top, pivot: { dimension: 'customer' }, limit: 3 });
    const columns = result.columns.filter(({ pivot }) => pivot !== undefined);
    assert.equal(columns.length, 6);
    assert.deepEqual(Object.keys(result.totals ?? {}).sort(), columns.map(({ name }) => name).sort());
    const byCustomer = await ask({ ...spec, dimensions: [{ column: 'customer' }], top });
    byCustomer.columns[0]?.values.forEach((customer, row) => {
      const heading = byCustomer.columns[0]?.others?.includes(row) ? 'others' : JSON.stringify(customer);
      for (const measure of spec.measures)
        assert.equal(result.totals?.[`${measure}:${heading}`], valuesOf(byCustomer, measure)[row]);
    });
  });

  test('an integer beyond 2^53 keeps its exact digits', async () => {
    const result = await ask({
      dimensions: [{ column: 'id' }],
      measures: [],
      filters: [{ column: 'id', operator: 'equals', value: '9007199254740993' }],
    });
    assert.deepEqual(valuesOf(result, 'id'), ['9007199254740993']);
  });

  test('does not fill buckets whose rows the limit may have cut off', async () => {
    const result = await ask({
      dimensions: [{ column: 'day', grain: 'day', fillGaps: true }],
      measures: ['orders'],
      filters: [{ column: 'day', operator: 'between', from: '2025-01-01', to: '2025-12-31' }],
      limit: 10,
    });
    assert.equal(result.truncated, true);
    assert.deepEqual(new Set(valuesOf(result, 'orders')), new Set([1]));
  });
});
