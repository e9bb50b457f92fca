import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { Filter } from '@inlay/protocol/query';
import type { RowRule } from '@inlay/protocol/rule';
import fc from 'fast-check';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { explainRow } from '../../../src/platform/query/explain.ts';
import { guard, isDenied } from '../../../src/platform/query/guard.ts';
import { type Model, modelOf } from '../../../src/platform/query/model.ts';
import { planQuery } from '../../../src/platform/query/plan.ts';
import { planFilterValues } from '../../../src/platform/query/plan-filter-values.ts';
import { resultCacheKey } from '../../../src/platform/query/result-cache-key.ts';
import { compile } from '../../../src/platform/query/sql/compile.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import {
  arbitraryDataset,
  arbitraryFilters,
  arbitraryViewer,
  hostileTexts,
} from '../../platform/query/support/arbitrary-rules.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import { type OrderRow, openOrders, orderRows, orders } from '../../platform/query/support/orders.ts';
import { isVisible, type Viewer } from '../../platform/query/support/row-oracle.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

describe('isolation of rows', () => {
  const engines = useEngines();

  async function idsSeen(
    engine: TestEngine,
    data: Dataset | Model,
    seenBy: Viewer,
    filters: readonly Filter[] = [],
  ) {
    const plan = planQuery({ dimensions: [{ column: 'id' }], measures: [], filters }, data, zurich, 0);
    const guarded = guard(plan, createContextReader(seenBy.context, seenBy.lost));
    const answer = await engine.answer(compile(guarded, dialectNamed(engine.name)), plan);
    const ids = (answer.columns[0]?.values ?? []).map(String).sort();
    if (isDenied(guarded)) assert.deepEqual(ids, []);
    return ids;
  }

  const idsAllowed = (dataset: Dataset, seenBy: Viewer) =>
    orderRows
      .filter((row) => isVisible(row, dataset, seenBy))
      .map((row) => row[0])
      .sort();

  test('every engine returns exactly the rows that a reference implementation allows, for any rules and context', async () => {
    let granted = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryDataset, arbitraryViewer, async (dataset, seenBy) => {
        const allowed = idsAllowed(dataset, seenBy);
        if (allowed.length > 0 && allowed.length < orderRows.length) granted += 1;
        for (const engine of engines)
          assert.deepEqual(await idsSeen(engine, dataset, seenBy), allowed, engine.name);
      }),
      { numRuns: 400 },
    );
    assert.ok(granted > 50, `only ${granted} of the runs let some rows through and held others back`);
  });

  /** Orders that are visible if an order with the same keys is, under the rules of `copies`. */
  function following(copies: Dataset, keys: readonly string[], rule: RowRule = { follow: 'copy' }): Model {
    const columns = keys.map((key) => ({ own: key, other: key }));
    const root: Dataset = {
      ...orders,
      relationships: [{ name: 'copy', dataset: 'copies', kind: 'many-to-one', columns }],
      rowRules: [rule],
    };
    const others = [root, { ...copies, id: 'copies' }].map((dataset) => [dataset.id, dataset] as const);
    return { root, datasets: new Map(others) };
  }

  const indexOf = (key: string) => orders.columns.findIndex(({ name }) => name === key);
  const idsRelatedTo = (rows: readonly OrderRow[], keys: readonly string[]) => {
    const keyOf = (row: OrderRow) => keys.map((key) => row[indexOf(key)] ?? null);
    const known = new Set(rows.map((row) => JSON.stringify(keyOf(row))));
    return orderRows
      .filter((row) => !keyOf(row).includes(null) && known.has(JSON.stringify(keyOf(row))))
      .map((row) => row[0])
      .sort();
  };

  const keys = [
    ...orders.columns.map(({ name }) => [name]),
    ...[
      ['region', 'quantity'],
      ['active', 'region', 'day'],
    ],
  ];

  test('rows follow exactly the related rows that a reference implementation allows, by keys of any type', async () => {
    let granted = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitraryDataset,
        arbitraryViewer,
        fc.constantFrom(...keys),
        async (copies, seenBy, key) => {
          const visible = orderRows.filter((row) => isVisible(row, copies, seenBy));
          const allowed = idsRelatedTo(visible, key);
          if (allowed.length > 0 && allowed.length < orderRows.length) granted += 1;
          for (const engine of engines)
            assert.deepEqual(await idsSeen(engine, following(copies, key), seenBy), allowed, engine.name);
        },
      ),
      { numRuns: 150 },
    );
    assert.ok(granted > 20, `only ${granted} of the runs let some rows through and held others back`);
  });

  test('related text is compared byte by byte, and a row without a related one is hidden from every rule', async () => {
    const seenBy = { context: viewer, lost: [] };
    const copies = {
      ...openOrders,
      source: { kind: 'sql', sql: 'SELECT * FROM orders WHERE quantity > 4' },
    } as const;
    const rows = orderRows.filter((row) => row[4] > 4);
    for (const engine of engines)
      for (const region of new Set(orderRows.map((row) => row[1]))) {
        if (region === null || region === '') continue;
        const equal: RowRule = { column: 'copy.region', operator: 'equals', value: region };
        const unequal: RowRule = { column: 'copy.region', operator: 'not-equals', value: region };
        for (const enforced of [false, true]) {
          const seen = (rule: RowRule) => {
            const model = following(copies, ['region'], rule);
            const relationships = (model.root.relationships ?? []).map((each) => ({ ...each, enforced }));
            return idsSeen(engine, { ...model, root: { ...model.root, relationships } }, seenBy);
          };
          const where: string = `${engine.name} ${region}`;
          const same: readonly OrderRow[] = rows.filter((row) => row[1] === region);
          const others: readonly OrderRow[] = rows.filter((row) => row[1] !== region && row[1] !== null);
          assert.deepEqual(await seen(equal), idsRelatedTo(same, ['region']), where);
          assert.deepEqual(await seen(unequal), idsRelatedTo(others, ['region']), where);
        }
      }
  });

  /** By engine, SQL of a value and of another that it becomes where it is converted to the other's type. */
  const precise = {
    decimal: () => ["CAST('1.2345' AS DECIMAL(12, 4))", "CAST('1.23' AS DECIMAL(12, 2))"],
    date: (engine: string) =>
      engine === 'clickhouse'
        ? ["toDate32('2299-12-31')", "toDate('2149-06-06')"]
        : ["CAST('2299-12-31' AS DATE)", "CAST('2120-07-26' AS DATE)"],
    datetime: (engine: string) => {
      const types = { duckdb: ['TIMESTAMP', 'TIMESTAMP_MS'], clickhouse: ['DateTime64(6)', 'DateTime64(3)'] };
      const stamp = engine === 'mysql' ? 'DATETIME' : 'TIMESTAMP';
      const [fine, coarse] = types[engine as 'duckdb'] ?? [`${stamp}(6)`, `${stamp}(3)`];
      return [
        `CAST('2025-01-01 00:00:00.123456' AS ${fine})`,
        `CAST('2025-01-01 00:00:00.123' AS ${coarse})`,
      ];
    },
  } as const;

  for (const [type, valuesOf] of Object.entries(precise))
    test(`a row follows no row whose ${type} is only almost its own`, async () => {
      for (const engine of engines) {
        const [fine, coarse] = valuesOf(engine.name);
        const columns = [{ name: 'id', type: 'integer' } as const, { name: 'key', type: type as 'date' }];
        const seen = (own: string | undefined, other: string | undefined) => {
          const sqlOf = (value: string | undefined) =>
            ({
              kind: 'sql',
              sql: `SELECT id, ${value} AS ${dialectNamed(engine.name).quote('key')} FROM orders`,
            }) as const;
          const { root, datasets } = following({ ...openOrders, columns, source: sqlOf(other) }, ['key']);
          const moved = { ...root, columns, measures: [], source: sqlOf(own) };
          return idsSeen(
            engine,
            { root: moved, datasets: new Map([...datasets, [root.id, moved]]) },
            { context: viewer, lost: [] },
          );
        };
        assert.deepEqual(await seen(fine, coarse), [], engine.name);
        assert.deepEqual(await seen(coarse, fine), [], engine.name);
        assert.equal((await seen(fine, fine)).length, orderRows.length, engine.name);
        assert.equal((await seen(coarse, coarse)).length, orderRows.length, engine.name);
      }
    });

  test('a filter that a viewer chooses never adds a row', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryDataset,
        arbitraryViewer,
        arbitraryFilters,
        async (dataset, seenBy, filters) => {
          const allowed = new Set(idsAllowed(dataset, seenBy));
          for (const engine of engines) {
            const seen = await idsSeen(engine, dataset, seenBy, filters);
            assert.ok(
              seen.every((id) => allowed.has(id)),
              engine.name,
            );
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('explaining a row reports exactly the visible rows as visible', () => {
    const names = orders.columns.map((column) => column.name);
    fc.assert(
      fc.property(
        arbitraryDataset,
        arbitraryViewer,
        fc.constantFrom(...orderRows),
        (dataset, seenBy, row) => {
          const cells = Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]));
          // The fixture keeps a wall clock as text; an engine answers it as the instant it is.
          const local = new Date(`${row[9].replace(' ', 'T')}Z`);
          const offset = wallClockOffset(local);
          const asAnswered = { ...cells, local: new Date(local.getTime() - offset).toISOString() };
          const { visible } = explainRow(
            modelOf(dataset),
            asAnswered,
            createContextReader(seenBy.context, seenBy.lost),
            zurich,
          );
          assert.equal(visible, isVisible(row, dataset, seenBy));
        },
      ),
      { numRuns: 500 },
    );
  });

  function wallClockOffset(clock: Date): number {
    const at = (time: Date) =>
      Date.parse(`${time.toLocaleString('sv-SE', { timeZone: 'America/New_York' }).replace(' ', 'T')}Z`) -
      time.getTime();
    return at(new Date(clock.getTime() - at(clock)));
  }

  test('aggregates, totals, others and comparisons never include hidden rows', async () => {
    const dataset: Dataset = {
      ...orders,
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    };
    const seenBy = { context: viewer, lost: [] };
    const mine = orderRows.filter((row) => isVisible(row, dataset, seenBy));
    assert.equal(mine.length, 8);
    for (const engine of engines) {
      const plan = planQuery(
        {
          dimensions: [{ column: 'region' }],
          measures: ['orders', 'units'],
          top: { dimension: 'region', by: 'units', count: 1, others: true },
          filters: [{ column: 'day', operator: 'between', from: '2020-01-01', to: '2039-12-31' }],
          comparison: { column: 'day', with: 'previous-year' },
        },
        dataset,
        zurich,
        0,
      );
      const answer = await engine.answer(
        compile(guard(plan, createContextReader(viewer)), dialectNamed(engine.name)),
        plan,
      );
      const column = (name: string) => answer.columns.find((item) => item.name === name)?.values;
      assert.deepEqual(column('d0'), ['EU'], engine.name);
      assert.deepEqual(column('m0'), [8]);
      assert.deepEqual(column('p0'), [8]);
      assert.deepEqual(column('m1'), [mine.reduce((sum, row) => sum + row[4], 0)]);
    }
  });

  test('filters offer only values of rows that the viewer sees', async () => {
    const offered = async (engine: TestEngine, region: unknown, column: string, search?: string) => {
      const query = { column, ...(search === undefined ? {} : { search }) };
      const plan = planFilterValues(query, orders, zurich, 0);
      const guarded = guard(plan, createContextReader({ ...viewer, attributes: { region } }));
      return (await engine.answer(compile(guarded, dialectNamed(engine.name)), plan)).columns[0]?.values;
    };
    const mine = orderRows.filter((row) => row[1] === 'EU').map((row) => row[2]);
    for (const engine of engines) {
      assert.deepEqual(await offered(engine, 'EU', 'region'), ['EU']);
      assert.deepEqual(await offered(engine, 'EU', 'region', 'U'), ['EU']);
      assert.deepEqual(await offered(engine, 'EU', 'region', '%'), []);
      assert.deepEqual(await offered(engine, 'EU', 'customer'), [...new Set(mine)].sort());
      assert.deepEqual(await offered(engine, undefined, 'region'), []);
    }
  });

  test('viewers share a cached result exactly when their rules are equivalent', () => {
    const keyFor = (tenantId: string, attributes: Record<string, unknown>) => {
      const plan = planQuery({ dimensions: [], measures: ['orders'] }, orders, zurich, 0);
      const guarded = guard(plan, createContextReader({ ...viewer, attributes }));
      return resultCacheKey((text) => text, {
        tenantId,
        connection: { id: 'c', host: 'h', database: 'd', user: 'u', credential: 'p' },
        datasetId: orders.id,
        versions: [orders.version],
        statement: compile(guarded, dialectNamed('duckdb')),
        timeZone: zurich.timeZone,
        query: '',
      });
    };
    assert.equal(keyFor('acme', { region: 'EU' }), keyFor('acme', { region: 'EU', other: 1 }));
    assert.notEqual(keyFor('acme', { region: 'EU' }), keyFor('globex', { region: 'EU' }));
    const values = [...hostileTexts, 'EU', 'US', 1, true, undefined].map((region) => ({
      region,
      key: keyFor('acme', { region }),
    }));
    const denied = keyFor('acme', {});
    const granted = values.filter(({ key }) => key !== denied);
    assert.equal(new Set(granted.map(({ key }) => key)).size, granted.length);
    assert.deepEqual(
      values.filter(({ key }) => key === denied).map(({ region }) => region),
      ['EU\0', '\ud800', 1, true, undefined],
    );
  });

  const single = (name: string, region: unknown, expected: readonly (string | null)[]) =>
    test(`${name} matches ${expected.length === 0 ? 'nothing' : 'exactly that'} on every engine`, async () => {
      const seenBy: Viewer = { context: { ...viewer, attributes: { region } }, lost: [] };
      const wanted = orderRows
        .filter((row) => expected.includes(row[1]))
        .map((row) => row[0])
        .sort();
      for (const engine of engines)
        assert.deepEqual(await idsSeen(engine, orders, seenBy), wanted, engine.name);
    });

  single('another case', 'Eu', []);
  single('a text in its own case', 'eu', ['eu']);
  single('a trailing space', 'EU ', ['EU ']);
  single('a missing trailing space', 'EU', ['EU']);
  single('an accent', 'É', ['É']);
  single('a letter without its accent', 'E', ['E']);
  single('digits as text', '12', ['12']);
  single('a number where text is stored', 12, []);
  single('zero where MariaDB would read any text as zero', 0, []);
  single('true', true, []);
  single('a wildcard', '100%', ['100%']);
  single('an underscore', 'a_b', ['a_b']);
  single('a lone wildcard', '%', []);
  single('an empty text', '', []);
  single('an empty list', [], []);
  single('a list where one value is wanted', ['EU'], []);
  single('null', null, []);
  single('an object', { $ne: '' }, []);
  single('a quote', "O'Neil", ["O'Neil"]);
  single('SQL', "EU' OR '1'='1", []);

  test('integers beyond 2^53 are distinguished, or refused if they were rounded', async () => {
    const dataset: Dataset = {
      ...orders,
      rowRules: [{ column: 'id', operator: 'equals', value: { context: 'attributes.id' } }],
    };
    const seen = (id: unknown, engine: TestEngine) => {
      const reader = createContextReader({ ...viewer, attributes: { id } });
      const plan = planQuery({ dimensions: [{ column: 'id' }], measures: [] }, dataset, zurich, 0);
      return engine
        .answer(compile(guard(plan, reader), dialectNamed(engine.name)), plan)
        .then((answer) => answer.columns[0]?.values);
    };
    for (const engine of engines) {
      assert.deepEqual(await seen(9007199254740993n, engine), ['9007199254740993']);
      assert.deepEqual(await seen(9007199254740992n, engine), ['9007199254740992']);
      assert.deepEqual(await seen(2 ** 53, engine), []);
      assert.deepEqual(await seen('7', engine), []);
      assert.deepEqual(await seen(7.5, engine), []);
    }
  });

  test('a text column is not read as a number', async () => {
    const drifted: Dataset = {
      ...openOrders,
      columns: orders.columns.map((column) =>
        column.name === 'region' ? { ...column, type: 'integer' as const } : column,
      ),
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    };
    const allowed = new Set(orderRows.filter((row) => row[1] === '12').map((row) => row[0]));
    for (const engine of engines) {
      // DuckDB and PostgreSQL refuse the comparison; MariaDB answers, and must not answer '12abc'.
      const ids = await idsSeen(engine, drifted, {
        context: { ...viewer, attributes: { region: 12 } },
        lost: [],
      }).catch(() => []);
      assert.ok(
        ids.every((id) => allowed.has(id)),
        engine.name,
      );
    }
  });

  test('a dataset without a rule shows nothing unless it is not segmented', async () => {
    const seenBy = { context: viewer, lost: [] };
    for (const engine of engines) {
      assert.deepEqual(await idsSeen(engine, { ...orders, rowRules: [] }, seenBy), []);
      assert.equal((await idsSeen(engine, openOrders, seenBy)).length, orderRows.length);
    }
  });

  test('a 3.5 KB text is compared whole', async () => {
    const [engine] = engines;
    assert.ok(engine);
    const long = `${'x'.repeat(3500)}y`;
    const dataset: Dataset = {
      ...openOrders,
      source: { kind: 'sql', sql: `SELECT orders.*, {{ attributes.long }} AS long FROM orders` },
      columns: [...orders.columns, { name: 'long', type: 'string' }],
      rowRules: [{ column: 'long', operator: 'equals', value: { context: 'attributes.other' } }],
    };
    const seen = (other: string) =>
      idsSeen(engine, dataset, { context: { ...viewer, attributes: { long, other } }, lost: [] });
    assert.equal((await seen(long)).length, orderRows.length);
    assert.equal((await seen(`${'x'.repeat(3500)}z`)).length, 0);
  });
});
