import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { childrenLimits } from '../../src/engines/duckdb/children-limits.ts';
import { DuckdbChildren } from '../../src/engines/duckdb/duckdb-children.ts';
import { openDuckdb } from '../../src/engines/duckdb/open-duckdb.ts';
import { openDuckdb as openInProcess } from '../../src/engines/duckdb.ts';
import type { Engine, Statement } from '../../src/engines/engine.ts';
import { EngineError } from '../../src/engines/engine-error.ts';

const LIMITS = { maxRows: 50_000, maxBytes: 2_000_000, timeoutMs: 30_000 };

const STATEMENTS: readonly (string | Statement)[] = [
  'SELECT * FROM orders ORDER BY id',
  'FROM orders ORDER BY id',
  'TABLE orders ORDER BY id',
  'VALUES (1, NULL), (2, 3)',
  'SELECT * FROM test_types',
  'SELECT COLUMNS(*)::VARCHAR FROM test_types',
  'SELECT region, sum(amount) AS total, count(*) FROM orders GROUP BY ALL ORDER BY ALL',
  'WITH a AS (SELECT * FROM orders), b AS (SELECT max(id) AS id FROM a) SELECT a.* FROM a JOIN b USING (id)',
  'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT * FROM n ORDER BY i',
  "SELECT * FROM (PIVOT orders ON region IN ('Bern') USING sum(amount)) ORDER BY id",
  'SELECT * FROM (UNPIVOT (SELECT id, amount FROM orders) ON amount INTO NAME n VALUE v) ORDER BY id',
  'SELECT *, row_number() OVER (ORDER BY amount) AS r FROM orders QUALIFY r <= 2 ORDER BY r',
  'SELECT a.id, b.id AS later FROM orders a ASOF JOIN orders b ON a.id < b.id ORDER BY a.id',
  'SELECT * FROM range(40000)',
  'SELECT * FROM range(60000)',
  "SELECT repeat('é', range::INTEGER) AS words FROM range(3000)",
  "SELECT repeat('x', 3000000) AS large",
  'SELECT unnest([1, 2, 3]) AS n',
  "SELECT * FROM query('SELECT max(id) AS m FROM orders')",
  "SELECT * FROM query_table('orders') ORDER BY id",
  "SELECT list_transform([1, 2], x -> x + 1) AS l, {'a': 1} AS s, MAP {'k': 2} AS m",
  "SELECT -0.0::DOUBLE AS zero, 'inf'::DOUBLE AS inf, 1e308::DOUBLE AS most, 1.0::FLOAT / 3 AS third",
  'SELECT NULL AS nothing WHERE false',
  'SELECT 1 AS a, 2 AS a',
  {
    sql: 'SELECT $1::VARCHAR AS a, $2::BIGINT AS b, $3::DOUBLE AS c, $4::BOOLEAN AS d, $5 AS e',
    params: ['ü\u0000', 2n ** 62n, 0.5, true, null],
  },
  { sql: 'SELECT * FROM orders WHERE id = $1', params: [2] },
  { sql: 'SELECT $1 + 1 AS n', params: [2n ** 80n] },
  'SELECT nonsense FROM orders',
  'SELECT * FROM nowhere',
  'SELECT FROM WHERE',
  'SELECT 1; SELECT 2',
  'INSERT INTO orders VALUES (1)',
  "SELECT 'x'::INTEGER",
  'SELECT * FROM broken',
];

/** Columns, cells and codes of errors; the words of an error may differ. */
async function outcome(engine: Engine, statement: Statement) {
  const query = await engine.query(statement, LIMITS).catch((error: unknown) => codeOf(error));
  const described = await engine.describeStatement(statement).catch((error: unknown) => codeOf(error));
  return { query, described };
}

function codeOf(error: unknown): string {
  assert.ok(error instanceof EngineError, String(error));
  return error.code;
}

describe('DuckDB in a child process, compared with DuckDB in this process', () => {
  const children = new DuckdbChildren(childrenLimits(1));
  let folder: string;
  let inProcess: Engine;
  let inChild: Engine;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-differential-'));
    await writeFile(
      join(folder, 'orders.csv'),
      'id,region,amount\n1,Bern,1.50\n2,"Basel, Stadt",2.25\n3,,\n',
    );
    await writeFile(join(folder, 'broken.json'), '{"a":');
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT * EXCLUDE (bignum, bit, "interval", time_tz, small_enum, medium_enum, large_enum, "union", fixed_nested_int_array, fixed_nested_varchar_array, fixed_struct_array, struct_of_fixed_array, fixed_array_of_int_list, list_of_fixed_int_array)
      FROM test_all_types()) TO '${join(folder, 'test_types.parquet')}' (FORMAT parquet)`);
    inProcess = await openInProcess({ engine: 'duckdb', folder });
    inChild = await openDuckdb({ engine: 'duckdb', folder }, children);
  });
  after(async () => {
    await inProcess.close();
    await inChild.close();
    await children.close();
    await rm(folder, { recursive: true });
  });

  for (const given of STATEMENTS) {
    const statement = typeof given === 'string' ? { sql: given, params: [] } : given;
    test(`gives the same for ${statement.sql.slice(0, 80)}`, async () => {
      assert.deepEqual(await outcome(inChild, statement), await outcome(inProcess, statement));
    });
  }

  test('describes the same tables', async () => {
    assert.deepEqual(await inChild.describe(), await inProcess.describe());
  });
});
