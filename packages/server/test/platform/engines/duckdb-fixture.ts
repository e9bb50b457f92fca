import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckdb } from '../../../src/platform/engines/duckdb/driver.ts';
import { childrenLimits, DuckdbChildren } from '../../../src/platform/engines/duckdb/duckdb-children.ts';
import { systemTime } from '../../../src/platform/time/time.ts';
import type { EngineFixture } from './engine-fixture.ts';

const TYPES = `SELECT DATE '2024-02-29' AS day,
  TIMESTAMPTZ '2024-03-31 02:30:00+02' AS at,
  TIMESTAMP '2024-03-31 23:59:59.123456' AS precise,
  CAST('12345678901234567890.0123456789' AS DECIMAL(38, 10)) AS amount,
  CAST(1234.50 AS DECIMAL(10, 2)) AS price,
  CAST(9223372036854775807 AS BIGINT) AS big,
  CAST(42 AS INTEGER) AS small,
  TRUE AS yes,
  CAST(NULL AS VARCHAR) AS nothing,
  'Grüße 😀 ''quoted'' "double" \\ %_' AS words,
  CAST('{"a":[1,"ü",null]}' AS JSON) AS nested,
  CAST(0.1 AS DOUBLE) AS ratio`;

export async function startDuckdbFixture(): Promise<EngineFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-files-'));
  const children = new DuckdbChildren(childrenLimits(), systemTime);
  await writeFile(join(folder, 'types.csv'), 'day,amount\n2024-02-29,1.5\n');
  return {
    name: 'duckdb',
    typesSql: TYPES,
    numbersSql: (count) => `SELECT range AS n FROM range(1, ${count + 1}) ORDER BY n`,
    textsSql: (count) => `SELECT repeat('x', 1000) AS words FROM range(${count})`,
    endlessSql: 'SELECT sum(hash(a.range * b.range)) FROM range(1000000) AS a, range(1000000) AS b',
    failingSql: `SELECT CAST(words AS INTEGER) AS n FROM (SELECT 'hidden-value' || range AS words FROM range(3))`,
    writingSql: [
      'CREATE TABLE other (a int)',
      `COPY (SELECT 1) TO '${folder}/written.csv'`,
      `ATTACH '${folder}/written.duckdb'`,
      'SET threads = 8',
      'SELECT 1; SELECT 2',
      'INSTALL httpfs',
    ],
    parameter: (position, type) =>
      `CAST($${position} AS ${{ string: 'VARCHAR', integer: 'BIGINT', number: 'DOUBLE', boolean: 'BOOLEAN' }[type]})`,
    schema: 'main',
    open: () => openDuckdb({ folder, children }, systemTime),
    stop: async () => {
      await children.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
