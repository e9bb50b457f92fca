import assert from 'node:assert/strict';
import { existsSync, watch } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { openDuckdb } from '../../../src/platform/engines/duckdb/driver.ts';
import { childrenLimits, DuckdbChildren } from '../../../src/platform/engines/duckdb/duckdb-children.ts';
import { importFile } from '../../../src/platform/engines/duckdb/import-file.ts';
import { importName } from '../../../src/platform/engines/duckdb/tenant-files.ts';
import type { Engine, QueryLimits } from '../../../src/platform/engines/engine.ts';
import { EngineError } from '../../../src/platform/engines/engine-error.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

const LIMITS: QueryLimits = { maxRows: 1000, maxBytes: 1_000_000, timeoutMs: 30_000 };
const IMPORT = { baseSeconds: 30, secondsPerMb: 1, memoryMb: 256, processMb: 1024, threads: 1 };

async function makeTenant(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'inlay-tenants-'));
  const folder = join(root, 'tenant');
  await mkdir(folder);
  await mkdir(join(root, 'other'));
  await writeFile(join(root, 'other', 'private.csv'), 'secret\nforeign-row\n');
  await writeFile(join(folder, 'orders.csv'), 'id,region,amount\n1,Zürich,1.50\n2,"Bern, Stadt",2.25\n');
  const children = new DuckdbChildren(childrenLimits(), systemTime);
  const engine = await openDuckdb({ folder, children }, systemTime);
  t.after(async () => {
    await engine.close();
    await children.close();
    await rm(root, { recursive: true });
  });
  return { root, folder, engine, children };
}

async function rows(engine: Engine, sql: string): Promise<readonly (readonly unknown[])[]> {
  const { columns, rowCount } = await engine.query({ sql, params: [] }, LIMITS);
  return Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row]));
}

test('DuckDB: reads CSV, Parquet and JSON files in place, including new, replaced and removed ones', async (t) => {
  const { folder, engine } = await makeTenant(t);
  assert.deepEqual(await rows(engine, 'SELECT * FROM orders ORDER BY id'), [
    [1, 'Zürich', 1.5],
    [2, 'Bern, Stadt', 2.25],
  ]);
  await writeFile(join(folder, 'people.jsonl'), '{"name":"Ada","tags":["x","y"]}\n{"name":"Bo","tags":[]}\n');
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT 7 AS n, DATE '2024-02-29' AS day) TO '${join(folder, 'days.parquet')}'`);
  assert.deepEqual(await rows(engine, 'SELECT name, tags FROM people ORDER BY name'), [
    ['Ada', '["x","y"]'],
    ['Bo', '[]'],
  ]);
  assert.deepEqual(await rows(engine, 'SELECT * FROM days'), [[7, '2024-02-29']]);
  assert.deepEqual(
    (await engine.describe()).map((table) => table.name),
    ['days', 'orders', 'people'],
  );
  await writeFile(join(folder, '.upload'), 'other,columns\n1,2\n');
  await rename(join(folder, '.upload'), join(folder, 'orders.csv'));
  assert.deepEqual(await rows(engine, 'SELECT * FROM orders'), [[1, 2]]);
  await rm(join(folder, 'days.parquet'));
  await assert.rejects(rows(engine, 'SELECT * FROM days'), EngineError);
});

test('DuckDB: imports a file once and replaces it with a newer import', async (t) => {
  const { folder, engine, children } = await makeTenant(t);
  const source = join(folder, 'orders.csv');
  const imported = await importFile(children, source, IMPORT);
  assert.deepEqual([imported.table, imported.rowCount], ['orders', 2]);
  await rm(source);
  assert.deepEqual(await rows(engine, 'SELECT sum(amount) AS total FROM orders'), [[3.75]]);
  await writeFile(source, 'id,region,amount\n1,x,10\n');
  await importFile(children, source, IMPORT);
  assert.deepEqual(await rows(engine, 'SELECT sum(amount) AS total FROM orders'), [[10]]);
  const names = (await readdir(folder)).sort();
  assert.equal(names.length, 2);
  assert.match(names.join(' '), /^orders\.csv orders@\w{9}\.duckdb$/);
});

test('DuckDB: a query that is reading an import continues when a newer one replaces it', async (t) => {
  const { folder, engine, children } = await makeTenant(t);
  const source = join(folder, 'orders.csv');
  await importFile(children, source, IMPORT);
  const slow = rows(
    engine,
    'SELECT count(*) FROM orders, range(3000) AS a, range(3000) AS b WHERE hash(a.range, b.range) > 7',
  );
  await writeFile(source, 'id,region,amount\n1,x,10\n');
  await importFile(children, source, IMPORT);
  assert.deepEqual(await rows(engine, 'SELECT sum(amount) AS total FROM orders'), [[10]]);
  assert.equal(Number((await slow)[0]?.[0]) > 0, true);
  assert.deepEqual(await rows(engine, 'SELECT sum(amount) AS total FROM orders'), [[10]]);
});

test('DuckDB: queries find their rows while imports replace each other', async (t) => {
  const { folder, engine, children } = await makeTenant(t);
  let { path } = await importFile(children, join(folder, 'orders.csv'), IMPORT);
  const total = 'SELECT sum(amount) AS total FROM orders';
  for (let count = 1; count <= 60; count += 1) {
    const next = join(folder, importName('orders', Date.now() + count));
    const [found] = await Promise.all([rows(engine, total), link(path, next).then(() => rm(path))]);
    assert.deepEqual(found, [[3.75]]);
    path = next;
  }
});

test('DuckDB: imports more rows than fit into memory, and tells how far it is', async (t) => {
  const { folder, engine, children } = await makeTenant(t);
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const source = join(folder, 'many.csv');
  await connection.run(
    `COPY (SELECT range AS id, repeat(md5(range::VARCHAR), 8) AS words FROM range(300000)) TO '${source}'`,
  );
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  const { rowCount } = await importFile(children, source, { ...IMPORT, memoryMb: 72 }, { onProgress });
  assert.equal(rowCount, 300_000);
  assert.ok(shares.some((share) => share > 0));
  assert.ok(shares.every((share) => share >= 0 && share <= 1));
  assert.deepEqual(await rows(engine, 'SELECT count(*), max(id) FROM many'), [[300_000, 299_999]]);
});

test('DuckDB: refuses files whose content does not match their extension, and leaves nothing behind', async (t) => {
  const { folder, engine, children } = await makeTenant(t);
  const files = { 'bad.parquet': 'no parquet', 'bad.json': '{"a":', 'bad.exe': 'MZ', 'all*.csv': 'a\n1\n' };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
    await assert.rejects(
      importFile(children, join(folder, name), IMPORT),
      (error) => error instanceof EngineError && error.code === 'BAD_FILE',
      name,
    );
  }
  assert.deepEqual((await readdir(folder)).sort(), [...Object.keys(files), 'orders.csv'].sort());
  assert.equal((await rows(engine, 'SELECT * FROM orders')).length, 2);
  await assert.rejects(
    rows(engine, 'SELECT * FROM bad'),
    (error) => error instanceof EngineError && error.code === 'BAD_FILE',
  );
});

test('DuckDB: an import can be canceled', async (t) => {
  const { folder, children } = await makeTenant(t);
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const source = join(folder, 'many.csv');
  await connection.run(
    `COPY (SELECT range AS id, md5(range::VARCHAR) AS words FROM range(1000000)) TO '${source}'`,
  );
  const controller = new AbortController();
  const watcher = watch(folder).once('change', () => controller.abort());
  t.after(() => watcher.close());
  const importing = importFile(children, source, IMPORT, { signal: controller.signal });
  await assert.rejects(importing, (error) => error instanceof EngineError && error.code === 'CANCELLED');
  assert.deepEqual((await readdir(folder)).sort(), ['many.csv', 'orders.csv']);
});

test("DuckDB: cannot access files outside the tenant's folder", async (t) => {
  const { root, folder, engine } = await makeTenant(t);
  const other = join(root, 'other', 'private.csv');
  await symlink(other, join(folder, 'link.csv'));
  const attempts = [
    `SELECT * FROM '${other}'`,
    `SELECT * FROM read_csv('${other}')`,
    `SELECT * FROM read_csv('${folder}/../other/private.csv')`,
    `SELECT * FROM read_csv('${folder}/./../other/*.csv')`,
    `SELECT * FROM read_csv(['${folder}/orders.csv', '${other}'])`,
    `SELECT * FROM read_csv('../other/private.csv')`,
    `SELECT * FROM read_csv('file://${other}')`,
    `SELECT * FROM read_text('/etc/passwd')`,
    `SELECT * FROM read_blob('/proc/self/environ')`,
    `SELECT * FROM glob('/etc/*')`,
    `SELECT * FROM glob('${root}/other/*')`,
    `SELECT * FROM sniff_csv('${other}')`,
    `SELECT * FROM parquet_metadata('${other}')`,
    `SELECT * FROM query('SELECT * FROM read_csv(''${other}'')')`,
    'SELECT * FROM link',
    `SELECT * FROM read_csv('${folder}/link.csv')`,
    `SELECT getenv('PATH')`,
  ];
  for (const sql of attempts) {
    const answer = await rows(engine, sql).catch((error: unknown) => error);
    assert.ok(answer instanceof EngineError, `${sql} answered ${JSON.stringify(answer)}`);
  }
});

test('DuckDB: cannot use the network, load extensions, change settings or write files', async (t) => {
  const { folder, engine } = await makeTenant(t);
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end('a\n1\n');
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const attempts = [
    `SELECT * FROM read_csv('http://127.0.0.1:${port}/x.csv')`,
    `SELECT * FROM 'http://127.0.0.1:${port}/x.parquet'`,
    `SELECT * FROM read_parquet('s3://bucket/x.parquet')`,
    `SELECT * FROM sqlite_scan('${folder}/orders.csv', 't')`,
    'LOAD httpfs',
    'INSTALL spatial',
    'SET enable_external_access = true',
    'RESET lock_configuration',
    'PRAGMA enable_profiling',
    `COPY orders TO '${folder}/copy.csv'`,
    `EXPORT DATABASE '${folder}/all'`,
    `ATTACH '${folder}/new.duckdb' AS new`,
    `CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')`,
    'CREATE VIEW mine AS SELECT 1',
    'DROP VIEW orders',
    'EXPLAIN ANALYZE SELECT 1',
    'CALL pragma_version()',
    'CHECKPOINT',
  ];
  for (const sql of attempts) await assert.rejects(rows(engine, sql), EngineError, sql);
  assert.equal(requests, 0);
  assert.ok(!existsSync(join(folder, 'copy.csv')));
  assert.deepEqual(await readdir(folder), ['orders.csv']);
});

test('DuckDB: ends a query that exceeds its memory or disk limit', async (t) => {
  const { folder } = await makeTenant(t);
  const children = new DuckdbChildren(
    {
      ...childrenLimits(),
      resources: { memoryMb: 100, processMb: 1024, threads: 1, spillMb: 1 },
    },
    systemTime,
  );
  t.after(() => children.close());
  const small = await openDuckdb({ folder, children }, systemTime);
  for (const sql of [
    'SELECT list(range) AS all_of_them FROM range(30000000)',
    'SELECT count(DISTINCT md5(range::VARCHAR)) FROM range(2000000)',
  ]) {
    await assert.rejects(
      rows(small, sql),
      (error) => error instanceof EngineError && error.code === 'OUT_OF_MEMORY',
      sql,
    );
  }
  assert.equal((await rows(small, 'SELECT * FROM orders')).length, 2);
});

test('DuckDB: returns values of rare types exactly', async (t) => {
  const { engine } = await makeTenant(t);
  const { columns } = await engine.query(
    {
      sql: `SELECT 170141183460469231731687303715884105727::HUGEINT AS huge, 'infinity'::DATE AS never,
        TIMESTAMP_NS '2024-01-01 00:00:00.123456789' AS nanos, TIMESTAMP_S '1969-12-31 23:59:59' AS early,
        'nan'::DOUBLE AS nan, TIME '10:11:12' AS clock, '\\xAA'::BLOB AS bytes, uuid '6ba7b810-9dad-11d1-80b4-00c04fd430c8' AS id,
        {'a': 9007199254740993, 'b': [DATE '2024-01-01'], 'c': NULL} AS s, MAP {'k': 1.50} AS m,
        'x'::ENUM ('x', 'y') AS e, TIMESTAMP '2024-01-01 00:00:00.000001' AS micros, 9007199254740991 AS edge`,
      params: [],
    },
    LIMITS,
  );
  assert.deepEqual(
    columns.map(({ values }) => values[0]),
    [
      '170141183460469231731687303715884105727',
      null,
      '2024-01-01T00:00:00.123456789Z',
      '1969-12-31T23:59:59.000Z',
      null,
      '10:11:12',
      '\\xAA',
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      '{"a":9007199254740993,"b":["2024-01-01"],"c":null}',
      '{"k":1.50}',
      'x',
      '2024-01-01T00:00:00.000001Z',
      9007199254740991,
    ],
  );
});

test('DuckDB: refuses a folder that does not exist', async (t) => {
  const { children } = await makeTenant(t);
  const error = await openDuckdb({ folder: '/nowhere/at/all', children }, systemTime).catch(
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof EngineError && error.code === 'BAD_CONNECTION');
});
