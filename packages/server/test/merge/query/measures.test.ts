import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { Dataset, Measure } from '@inlay/protocol/dataset';
import { type Filter, type Grain, type QuerySpec, UTC_CALENDAR } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import fc from 'fast-check';
import { TEST_ENGINES } from '../../../../../test/support/engines/test-engines.ts';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard, guardedSummaries } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { toResult } from '../../../src/platform/query/result/to-result.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import {
  addDays,
  BUCKET,
  bucketStart,
  type DateGrain,
  shiftDate,
} from '../../../src/platform/time/calendar-date.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

interface Sale {
  readonly day: string | null;
  readonly region: string | null;
  readonly product: string;
  /** In cents. */
  readonly amount: bigint | null;
  readonly quantity: number | null;
  readonly rating: number | null;
}

const measures: readonly Measure[] = [
  { name: 'orders', kind: 'count' },
  { name: 'revenue', kind: 'sum', column: 'amount' },
  { name: 'units', kind: 'sum', column: 'quantity' },
  { name: 'rating', kind: 'average', column: 'rating' },
  { name: 'best', kind: 'max', column: 'quantity' },
  { name: 'products', kind: 'distinct', column: 'product' },
  {
    name: 'bulk',
    kind: 'sum',
    column: 'quantity',
    filters: [{ column: 'quantity', operator: 'greater', value: 3 }],
    anyOf: [
      [
        { column: 'product', operator: 'equals', value: 'a' },
        { column: 'rating', operator: 'is-not-set' },
      ],
    ],
  },
  { name: 'p90', kind: 'percentile', column: 'rating', percentile: 90 },
  { name: 'first product', kind: 'first', column: 'product', by: 'day' },
  { name: 'last quantity', kind: 'last', column: 'quantity', by: 'day' },
  { name: 'weighted', kind: 'weighted-average', column: 'rating', weight: 'quantity' },
  { name: 'price', kind: 'ratio', numerator: 'revenue', denominator: 'units' },
  { name: 'share', kind: 'share-of-total', measure: 'units' },
  { name: 'share in region', kind: 'share-of-total', measure: 'products', within: ['region'] },
  { name: 'rank', kind: 'rank', measure: 'units' },
  { name: 'low rank', kind: 'rank', measure: 'units', direction: 'asc', within: ['region'] },
  { name: 'running', kind: 'running-total', measure: 'revenue', date: 'day' },
  { name: 'running price', kind: 'running-total', measure: 'price', date: 'day' },
  { name: 'running best', kind: 'running-total', measure: 'best', date: 'day' },
  { name: 'moving', kind: 'moving-average', measure: 'units', date: 'day', periods: 3 },
  { name: 'moving rating', kind: 'moving-average', measure: 'rating', date: 'day', periods: 3 },
  { name: 'to date', kind: 'period-to-date', measure: 'revenue', date: 'day', period: 'quarter' },
  { name: 'more', kind: 'difference', measure: 'revenue', date: 'day', offset: { count: 2, unit: 'month' } },
  { name: 'growth', kind: 'growth', measure: 'units', date: 'day', offset: { count: 1, unit: 'year' } },
  {
    name: 'to date growth',
    kind: 'difference',
    measure: 'to date',
    date: 'day',
    offset: { count: 1, unit: 'year' },
  },
  { name: 'rank of moving', kind: 'rank', measure: 'moving' },
  { name: 'mixed', kind: 'expression', expression: '[running] - 2 * revenue + [more]' },
  { name: 'before', kind: 'expression', expression: '[running] - revenue' },
  { name: 'running orders', kind: 'running-total', measure: 'orders', date: 'day' },
  { name: 'spare', kind: 'expression', expression: '[running orders] - revenue + 3' },
  { name: 'divided', kind: 'expression', expression: '6 / ([running orders] - 1)' },
  { name: 'both', kind: 'expression', expression: '[running] - [to date]' },
  { name: 'fewer', kind: 'difference', measure: 'units', date: 'day', offset: { count: 1, unit: 'month' } },
];

const sales: Dataset = {
  id: 'sales',
  version: 1,
  source: { kind: 'table', table: 'sales' },
  segmented: false,
  columns: [
    { name: 'day', type: 'date' },
    { name: 'region', type: 'string' },
    { name: 'product', type: 'string' },
    { name: 'amount', type: 'decimal', aggregations: ['sum', 'max'] },
    { name: 'quantity', type: 'integer' },
    { name: 'rating', type: 'number' },
  ],
  measures: [...measures],
};

async function fill(engine: TestEngine, rows: readonly Sale[]): Promise<void> {
  const { types, decimal: decimalType, nullable, tableSuffix, literal } = TEST_ENGINES[engine.name].sql;
  await engine.execute('DROP TABLE IF EXISTS sales');
  await engine.execute(
    `CREATE TABLE sales (day ${types.date}, region ${types.string}, product ${types.string}, amount ${decimalType(24, 2)}, quantity ${nullable('INTEGER')}, rating ${types.number})${tableSuffix}`,
  );
  const lines = rows.map(({ day, region, product, amount, quantity, rating }) => {
    const names = [literal(day, 'date'), literal(region, 'string'), literal(product, 'string')];
    return `(${[...names, decimal(amount) ?? 'NULL', quantity ?? 'NULL', rating ?? 'NULL'].join(', ')})`;
  });
  if (lines.length > 0) await engine.execute(`INSERT INTO sales VALUES ${lines.join(', ')}`);
}

const less = (left: bigint | null, right: bigint | null) =>
  left === null && right === null ? null : (left ?? 0n) - (right ?? 0n);

function decimal(cents: bigint | null): string | null {
  if (cents === null) return null;
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

async function ask(engine: TestEngine, spec: QuerySpec) {
  const plan = planQuery(spec, sales, UTC_CALENDAR, Date.parse('2026-05-20T12:00:00Z'));
  const guarded = guard(
    plan,
    createContextReader({ username: 'ada@example.com', workspaceId: 'main', roles: [] }),
  );
  const dialect = dialectNamed(engine.name);
  const main = await engine.answer(compile(guarded, dialect), plan);
  const summaries = [];
  for (const each of guardedSummaries(guarded))
    summaries.push(await engine.answer(compile(each, dialect), each.plan));
  return toResult(plan, main, summaries);
}

/** The rows of a result by column name. */
async function rowsOf(
  engine: TestEngine,
  spec: QuerySpec,
): Promise<readonly Readonly<Record<string, Cell>>[]> {
  const { columns, rowCount } = await ask(engine, spec);
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[row] ?? null])),
  );
}

// What measures mean, in plain JavaScript.

const exact = (cents: bigint | null): Cell => {
  if (cents === null) return null;
  const text = (decimal(cents) as string).replace(/\.?0+$/, '');
  return text.replace(/[-.]/g, '').length > 15 ? text : Number(text);
};
const round = (value: number | null): Cell =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(12));
const ratio = (a: number | null, b: number | null) => (a === null || b === null || b === 0 ? null : a / b);
const present = <Value>(values: readonly (Value | null)[]) =>
  values.filter((value): value is Value & {} => value !== null);
const addUp = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((a, b) => a + b, 0));

const revenue = (rows: readonly Sale[]): bigint | null => {
  const amounts = present(rows.map(({ amount }) => amount));
  return amounts.length === 0 ? null : amounts.reduce((a, b) => a + b, 0n);
};
const units = (rows: readonly Sale[]) => addUp(present(rows.map(({ quantity }) => quantity)));
const rating = (rows: readonly Sale[]) => {
  const values = present(rows.map((row) => row.rating));
  return ratio(addUp(values), values.length);
};
const products = (rows: readonly Sale[]) => new Set(rows.map(({ product }) => product)).size;
const price = (rows: readonly Sale[]) => {
  const cents = revenue(rows);
  return ratio(cents === null ? null : Number(cents) / 100, units(rows));
};
const best = (rows: readonly Sale[]) => {
  const values = present(rows.map(({ quantity }) => quantity));
  return values.length === 0 ? null : Math.max(...values);
};

function percentile(values: readonly number[], fraction: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const place = fraction * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
  return low + (high - low) * (place - Math.floor(place));
}

function pick<Value extends string | number>(
  rows: readonly Sale[],
  read: (row: Sale) => Value | null,
  sign: 1 | -1,
): Value | null {
  const candidates = rows.flatMap((row) => {
    const value = read(row);
    return row.day === null || value === null ? [] : [{ day: row.day, value }];
  });
  const order = (a: string | number, b: string | number) => (a < b ? -sign : a > b ? sign : 0);
  return candidates.toSorted((a, b) => order(a.day, b.day) || order(a.value, b.value))[0]?.value ?? null;
}

/** Measures of the rows of one group. */
const plain: Readonly<Record<string, (rows: readonly Sale[]) => Cell>> = {
  orders: (rows) => rows.length,
  revenue: (rows) => exact(revenue(rows)),
  units,
  rating: (rows) => round(rating(rows)),
  best,
  products,
  bulk: (rows) =>
    units(rows.filter((row) => (row.quantity ?? 0) > 3 && (row.product === 'a' || row.rating === null))),
  p90: (rows) => round(percentile(present(rows.map((row) => row.rating)), 0.9)),
  'first product': (rows) => pick(rows, ({ product }) => product, 1),
  'last quantity': (rows) => pick(rows, ({ quantity }) => quantity, -1),
  weighted: (rows) => {
    const both = rows.filter((row) => row.rating !== null && row.quantity !== null);
    const weighted = addUp(both.map((row) => (row.rating ?? 0) * (row.quantity ?? 0)));
    return round(ratio(weighted, units(both)));
  },
  price: (rows) => round(price(rows)),
};

const sale: fc.Arbitrary<Sale> = fc.record({
  day: fc
    .option(fc.integer({ min: 0, max: 700 }), { freq: 12 })
    .map((days) => (days === null ? null : addDays('2024-06-01', days))),
  region: fc.constantFrom('north', 'south', null),
  product: fc.constantFrom('a', 'b', 'B'),
  amount: fc.option(
    fc.oneof(
      fc.bigInt({ min: -100_000n, max: 100_000n }),
      fc.constantFrom(9_007_199_254_740_993_11n, -9_007_199_254_740_995_07n),
    ),
    { freq: 8 },
  ),
  quantity: fc.option(fc.integer({ min: -3, max: 9 }), { freq: 8 }),
  rating: fc.option(
    fc.integer({ min: -8, max: 40 }).map((value) => value / 4),
    { freq: 5 },
  ),
});

const [from, to] = ['2025-02-10', '2025-11-20'];
const inRange: Filter = { column: 'day', operator: 'between', from, to };

describe('measures', () => {
  const engines = useEngines('nothing');

  async function property(check: (engine: TestEngine, rows: readonly Sale[]) => Promise<void>, runs = 5) {
    const samples = fc.sample(fc.array(sale, { maxLength: 80, size: 'max' }), { numRuns: runs, seed: 20 });
    for (const rows of samples) {
      for (const engine of engines) {
        await fill(engine, rows);
        await check(engine, rows);
      }
    }
  }

  test('aggregates of rows equal a plain evaluation on every engine', async () => {
    await property(async (engine, all) => {
      const names = Object.keys(plain);
      const found = await rowsOf(engine, {
        dimensions: [{ column: 'region' }],
        measures: names,
        anyOf: [
          [inRange, { column: 'product', operator: 'equals', value: 'B' }],
          [
            { column: 'rating', operator: 'greater', value: 1 },
            { column: 'quantity', operator: 'is-set' },
          ],
        ],
      });
      const rows = all.filter(
        (row) =>
          ((row.day !== null && row.day >= from && row.day <= to) || row.product === 'B') &&
          ((row.rating ?? -1) > 1 || row.quantity !== null),
      );
      const groups = Map.groupBy(rows, ({ region }) => region);
      assert.equal(found.length, groups.size);
      for (const row of found) {
        const group = groups.get(row.region as string | null) ?? [];
        for (const name of names)
          assert.deepEqual(row[name], plain[name]?.(group), `${name} on ${engine.name}`);
      }
    });
  });

  test('shares and ranks cover all groups, whatever is shown', async () => {
    await property(async (engine, all) => {
      const spec: QuerySpec = {
        dimensions: [{ column: 'region' }, { column: 'product' }],
        measures: ['units', 'share', 'share in region', 'rank', 'low rank'],
        totals: true,
      };
      const groups = Map.groupBy(all, ({ region, product }) => JSON.stringify([region, product]));
      const expected = [...groups].map(([key, rows]) => {
        const [region, product] = JSON.parse(key) as [string | null, string];
        const own = all.filter((row) => row.region === region);
        const sums = [...groups].map(([other, members]) => ({
          isOwn: JSON.parse(other)[0] === region,
          value: units(members),
        }));
        const sum = units(rows);
        const rank = (others: readonly (number | null)[], sign: number) =>
          sum === null ? null : 1 + present(others).filter((value) => sign * value > sign * sum).length;
        return {
          region,
          product,
          units: sum,
          share: round(ratio(sum, units(all))),
          'share in region': round(ratio(products(rows), products(own))),
          rank: rank(
            sums.map(({ value }) => value),
            1,
          ),
          'low rank': rank(
            sums.filter(({ isOwn }) => isOwn).map(({ value }) => value),
            -1,
          ),
        };
      });
      const order = (row: Readonly<Record<string, Cell>>) => JSON.stringify([row.region, row.product]);
      const sorted = (list: readonly Readonly<Record<string, Cell>>[]) =>
        list.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
      assert.deepEqual(sorted(await rowsOf(engine, spec)), sorted(expected), engine.name);
      const few = await rowsOf(engine, {
        ...spec,
        having: [{ measure: 'rank', operator: 'less-or-equal', value: 2 }],
        limit: 3,
      });
      const best = expected.filter(({ rank }) => rank !== null && rank <= 2);
      assert.equal(few.length, Math.min(3, best.length));
      for (const row of few) assert.ok(best.some((other) => order(other) === order(row)));
      for (const row of few)
        assert.deepEqual(
          row,
          expected.find((other) => order(other) === order(row)),
          engine.name,
        );
      const { totals } = await ask(engine, spec);
      assert.deepEqual(totals, {
        units: units(all),
        share: ratio(units(all), units(all)),
        'share in region': all.length === 0 ? null : 1,
        rank: null,
        'low rank': null,
      });
    });
  });

  const grains: readonly Exclude<Grain, 'hour'>[] = ['month', 'day', 'quarter'];
  for (const grain of grains) {
    test(`measures over time by ${grain} read earlier rows and count gaps`, async () => {
      const names = [
        'revenue',
        'running',
        'running price',
        'running best',
        'moving',
        'moving rating',
        'to date',
        'more',
        'growth',
        'to date growth',
        'rank of moving',
        'mixed',
      ];
      await property(async (engine, all) => {
        const found = await rowsOf(engine, {
          dimensions: [{ column: 'day', grain }, { column: 'region' }],
          measures: names,
          filters: [inRange],
        });
        const start = bucketStart(from, grain, UTC_CALENDAR);
        const current = all.filter(({ day }) => day !== null && day >= from && day <= to);
        for (const { day, region } of current) {
          const bucket = bucketStart(day as string, grain, UTC_CALENDAR);
          assert.ok(
            found.some((row) => row.day === bucket && row.region === region),
            engine.name,
          );
        }
        const movings: (number | null)[] = [];
        for (const row of found) {
          const { day: bucket, region } = row as { day: string; region: string | null };
          assert.ok(bucket >= start && bucket <= to);
          const end = shiftDate(bucket, BUCKET[grain as DateGrain]);
          /** Rows of the series whose moved day is within days, the last one that the filter has at most. */
          const within = (first: string, months = 0, lowest = from) =>
            all.filter((each) => {
              if (each.day === null || each.region !== region) return false;
              const moved = shiftDate(each.day, { unit: 'months', count: months });
              const [low, high] = [
                shiftDate(lowest, BUCKET.month, -months),
                shiftDate(addDays(to, 1), BUCKET.month, -months),
              ];
              return moved >= first && moved < end && each.day >= low && each.day < high;
            });
          const own = within(bucket);
          const upTo = within('0001-01-01');
          const movingFrom = shiftDate(bucket, BUCKET[grain], -2);
          const widened = shiftDate(start, BUCKET[grain], -2);
          const last3 = within(movingFrom, 0, widened);
          const quarter = bucketStart(bucket, 'quarter', UTC_CALENDAR);
          const firstQuarter = bucketStart(from, 'quarter', UTC_CALENDAR);
          const toDate = within(quarter, 0, firstQuarter);
          const toDateBefore = within(quarter, 12, firstQuarter);
          const [now, before] = [units(own) ?? 0, units(within(bucket, 12))];
          const difference = less(revenue(own), revenue(within(bucket, 2)));
          movings.push(units(last3));
          const running = revenue(upTo);
          const cents = revenue(own);
          const expected: Readonly<Record<string, Cell>> = {
            revenue: exact(revenue(own)),
            running: exact(running),
            'running price': round(price(upTo)),
            'running best': best(upTo),
            moving: round(units(last3) === null ? null : (units(last3) ?? 0) / 3),
            'moving rating': round(rating(last3)),
            'to date': exact(revenue(toDate)),
            more: exact(difference),
            growth: round(before === null ? null : ratio(now - before, Math.abs(before))),
            'to date growth': exact(less(revenue(toDate), revenue(toDateBefore))),
            mixed: exact(
              running === null || cents === null || difference === null
                ? null
                : running - 2n * cents + difference,
            ),
          };
          for (const [name, value] of Object.entries(expected))
            assert.deepEqual(row[name], value, `${name} at ${bucket} on ${engine.name}`);
        }
        found.forEach((row, index) => {
          const own = movings[index] ?? null;
          const rank = own === null ? null : 1 + present(movings).filter((value) => value > own).length;
          assert.equal(row['rank of moving'], rank, engine.name);
        });
      });
    });
  }

  test('filled gaps have the values of the buckets before them', async () => {
    await property(async (engine, all) => {
      const found = await rowsOf(engine, {
        dimensions: [{ column: 'day', grain: 'month', fillGaps: true }],
        measures: ['orders', 'running', 'moving', 'to date'],
        filters: [inRange],
      });
      assert.equal(found.length, 10, engine.name);
      for (const row of found) {
        const bucket = row.day as string;
        const end = shiftDate(bucket, BUCKET.month);
        const within = (first: string) =>
          all.filter(({ day }) => day !== null && day >= first && day < end && day <= to);
        const last3 = units(within(shiftDate(bucket, BUCKET.month, -2)));
        const current = within(bucket).filter(({ day }) => day !== null && day >= from);
        assert.equal(row.orders, current.length, engine.name);
        assert.deepEqual(row.moving, round(last3 === null ? null : last3 / 3), `${bucket} on ${engine.name}`);
        const sums = {
          running: within(from),
          'to date': within(bucketStart(bucket, 'quarter', UTC_CALENDAR)),
        };
        for (const [name, rows] of Object.entries(sums))
          assert.equal(row[name] ?? 0, exact(revenue(rows)) ?? 0, `${name} of ${bucket} on ${engine.name}`);
      }
    });
  });

  describe('with few sales', () => {
    const soldOn = (day: string, quantity: number | null, region = 'north'): Sale => ({
      day,
      region,
      product: 'a',
      amount: quantity === null ? null : BigInt(quantity * 100),
      quantity,
      rating: null,
    });
    const byMonth = { column: 'day', grain: 'month', fillGaps: true } as const;
    const days = (first: string, last: string): Filter => ({
      column: 'day',
      operator: 'between',
      from: first,
      to: last,
    });
    async function expectRows(
      sold: readonly Sale[],
      spec: QuerySpec,
      expected: readonly (readonly Cell[])[],
    ) {
      for (const engine of engines) {
        await fill(engine, sold);
        const found = await rowsOf(engine, spec);
        assert.deepEqual(
          found.map((row) => Object.values(row)),
          expected,
          engine.name,
        );
      }
    }

    test('a period to date that began before the filtered days goes on in gaps', async () => {
      await expectRows(
        [soldOn('2025-01-15', 5), soldOn('2025-03-15', 2), soldOn('2025-02-03', 7, 'south')],
        {
          dimensions: [byMonth, { column: 'region' }],
          measures: ['to date'],
          filters: [days('2025-02-10', '2025-04-30')],
        },
        [
          ['2025-02-01', 'north', 5],
          ['2025-02-01', 'south', 7],
          ['2025-03-01', 'north', 7],
          ['2025-03-01', 'south', 7],
          ['2025-04-01', 'north', 0],
          ['2025-04-01', 'south', 0],
        ],
      );
    });

    test('arithmetic with a running total goes on in gaps; with two kinds of totals it is empty', async () => {
      await expectRows(
        [soldOn('2025-02-15', 5), soldOn('2025-04-15', 2)],
        { dimensions: [byMonth], measures: ['before', 'both'], filters: [days('2025-01-01', '2025-05-31')] },
        [
          ['2025-01-01', 0, null],
          ['2025-02-01', 0, 0],
          ['2025-03-01', 5, null],
          ['2025-04-01', 5, 5],
          ['2025-05-01', 7, null],
        ],
      );
    });

    test('gaps before the first row have the value of no rows, and later ones go on', async () => {
      await expectRows(
        [soldOn('2025-02-15', 5), soldOn('2025-04-15', 2)],
        {
          dimensions: [byMonth],
          measures: ['spare', 'divided'],
          filters: [days('2025-01-01', '2025-05-31')],
        },
        [
          ['2025-01-01', 3, -6],
          ['2025-02-01', -1, null],
          ['2025-03-01', 4, null],
          ['2025-04-01', 3, 6],
          ['2025-05-01', 5, 6],
        ],
      );
    });

    test('differences in gaps count earlier rows, up to the last current ones', async () => {
      await expectRows(
        [soldOn('2025-01-15', 5), soldOn('2025-03-15', 2)],
        { dimensions: [byMonth], measures: ['fewer', 'moving'] },
        [
          ['2025-01-01', 5, round(5 / 3)],
          ['2025-02-01', -5, round(5 / 3)],
          ['2025-03-01', 2, round(7 / 3)],
        ],
      );
    });

    test('the difference of two empty values is empty', async () => {
      await expectRows(
        [soldOn('2025-01-15', null), soldOn('2025-02-15', null), soldOn('2025-03-15', 2)],
        { dimensions: [{ column: 'day', grain: 'month' }], measures: ['units', 'fewer'] },
        [
          ['2025-01-01', null, null],
          ['2025-02-01', null, null],
          ['2025-03-01', 2, 2],
        ],
      );
      await expectRows(
        [soldOn('2024-06-15', 4)],
        { dimensions: [], measures: ['fewer'], filters: [days('2025-03-01', '2025-03-31')] },
        [[null]],
      );
    });

    test('the top values by a period to date are among the filtered days', async () => {
      await expectRows(
        [soldOn('2025-01-15', 9), soldOn('2025-02-15', -2), soldOn('2025-02-16', -1)],
        {
          dimensions: [{ column: 'day' }],
          measures: ['units'],
          filters: [days('2025-02-10', '2025-02-28')],
          top: { dimension: 'day', by: 'to date', count: 2 },
        },
        [
          ['2025-02-16', -1],
          ['2025-02-15', -2],
        ],
      );
    });

    test('rows that only decide the top values are not shown', async () => {
      await expectRows(
        [soldOn('2025-01-15', 5), soldOn('2025-02-15', 2)],
        {
          dimensions: [{ column: 'day' }],
          measures: [],
          filters: [days('2025-02-10', '2025-02-28')],
          top: { dimension: 'day', by: 'to date', count: 3 },
        },
        [['2025-02-15']],
      );
    });
  });

  test('without a last day, only groups with current rows are shown', async () => {
    await property(async (engine, all) => {
      const found = await rowsOf(engine, {
        dimensions: [{ column: 'day', grain: 'month' }],
        measures: ['growth', 'rank'],
        filters: [{ column: 'day', operator: 'greater-or-equal', value: from }],
      });
      const current = all.flatMap(({ day }) => (day === null || day < from ? [] : [`${day.slice(0, 7)}-01`]));
      assert.deepEqual(
        found.map(({ day }) => day),
        [...new Set(current)].sort(),
        engine.name,
      );
    });
  });

  test('without a dimension on the date, measures over time cover the filtered days', async () => {
    await property(async (engine, all) => {
      const [row] = await rowsOf(engine, {
        dimensions: [],
        measures: ['running', 'to date', 'more', 'growth'],
        filters: [inRange],
      });
      const between = (first: string, last: string) =>
        all.filter(({ day }) => day !== null && day >= first && day <= last);
      const [current, year] = [between(from, to), between('2024-02-10', '2024-11-20')];
      const months = between('2024-12-10', '2025-09-20');
      const before = units(year);
      assert.deepEqual(
        row,
        {
          running: exact(revenue(current)),
          'to date': exact(revenue(between('2025-10-01', to))),
          more: exact(less(revenue(current), revenue(months))),
          growth: round(before === null ? null : ratio((units(current) ?? 0) - before, Math.abs(before))),
        },
        engine.name,
      );
    });
  });
});
