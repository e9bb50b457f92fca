import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type DataClient, dataClient, type Refusal } from '../../support/data/data-client.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { type RunningCommand, spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import { ADMIN, sqliteStore, type TestStore } from '../../support/server/start-inlay.ts';
import { useInlay } from '../../support/server/use-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';
import { addTenant } from '../../support/users/second-tenant.ts';

const SALES = 'region,amount\nnorth,10\nnorth,5\nsouth,7\n';
const context = { username: 'ann@customer.example', workspace_id: 'main', attributes: {} };
const sales = {
  connectionId: 'files',
  columns: [
    { name: 'region', type: 'string' },
    { name: 'amount', type: 'integer' },
  ],
  measures: [{ name: 'total', kind: 'sum', column: 'amount' }],
  segmented: false,
  cacheSeconds: 0,
};
/** DuckDB does not look for an interrupt while it computes one of these. */
const STUCK = `SELECT region, levenshtein(repeat('a', 400000) || region, repeat('b', 400000)) AS amount FROM sales`;

async function prepareTenant(data: DataClient): Promise<void> {
  await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
  assert.equal((await data.upload('sales.csv', SALES)).status, 201);
  const source = { kind: 'file', file: 'sales' };
  await data.create('datasets', { ...sales, id: 'sales', name: 'Sales', source });
  await data.create('datasets', {
    ...sales,
    id: 'stuck',
    name: 'Stuck',
    source: { kind: 'sql', sql: STUCK },
  });
}

/** Distinct for each `atLeast`, so that no two share an answer. */
const query = (atLeast: number) => ({
  dimensions: [{ column: 'region' }],
  measures: ['total'],
  filters: [{ column: 'amount', operator: 'greater-or-equal', value: atLeast }],
});

/** Below every amount. */
let lowest = 0;
const next = () => {
  lowest -= 1;
  return lowest;
};

/** An instance whose two tenants have the same files. */
function useTwoTenants(env: Readonly<Record<string, string>> = {}) {
  const inlay = useInlay(sqliteStore, { env });
  let ours: DataClient;
  let theirs: DataClient;
  before(async () => {
    ours = dataClient(inlay.running.url, await inlay.adminToken());
    await prepareTenant(ours);
    const other = await addTenant(inlay.running);
    theirs = dataClient(inlay.running.url, other.adminToken, other.host);
    await prepareTenant(theirs);
  });
  return {
    inlay,
    ours: () => ours,
    theirs: () => theirs,
    assertEverybodyAnswered: async () => {
      for (const data of [ours, theirs]) {
        const { status, body } = await data.query('sales', query(next()), context);
        assert.equal(status, 200, JSON.stringify(body));
        assert.equal(body.result.rowCount, 2);
      }
    },
  };
}

describe('DuckDB in separate processes', () => {
  const { inlay, ours, assertEverybodyAnswered } = useTwoTenants();

  /** The SQL of a dataset before it is saved. */
  const attempt = (sql: string) =>
    ours().ask<Refusal>('datasets/infer', { body: { connectionId: 'files', source: { kind: 'sql', sql } } });

  it('refuses SQL that writes logs, and writes none', async () => {
    const { status, body } = await attempt(
      `SELECT * FROM enable_logging(storage => 'file', storage_path => '${inlay.store.env.INLAY_DATA_DIR}')`,
    );
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(body.message, /enable_logging\(\) is not available/);
    await assertEverybodyAnswered();
  });

  for (const sql of ['SELECT * FROM duckdb_logs', "SELECT current_setting('temp_directory') AS folder"])
    it(`refuses ${sql}`, async () => {
      const { status, body } = await attempt(sql);
      assert.equal(status, 400, JSON.stringify(body));
    });

  it('survives SQL that crashes DuckDB, and reports it', async () => {
    const crashing = `SELECT from_json('[1]', repeat('[', 100000) || '"INT"' || repeat(']', 100000)) AS deep`;
    const { status, body } = await attempt(crashing);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(body.message, /crashed the query engine/);
    await assertEverybodyAnswered();
  });

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  for (const [what, name, content] of [
    ['400 kB of brackets', 'brackets.json', deep(200_000)],
    ['800 bytes of nested arrays', 'nested.json', deep(400)],
    ['nested objects', 'objects.ndjson', `{"a":1}\n${'{"a":'.repeat(100)}1${'}'.repeat(100)}\n`],
    ['compressed nested arrays', 'nested.json.gz', gzipSync(deep(100_000))],
    ['brackets that nobody closes', 'open.json', '['.repeat(400_000)],
  ] as const)
    it(`refuses an upload of ${what} before DuckDB reads it`, async () => {
      const { status, body } = await ours().upload(name, content);
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(String(body.message), /nested more than 64 levels deep/);
      await assertEverybodyAnswered();
    });

  it('imports JSON with brackets inside strings and moderate nesting', async () => {
    const content = JSON.stringify([{ text: '['.repeat(1000), quote: '"[{', inner: { a: [[[[1]]]] } }]);
    const { status, body } = await ours().upload('fine.json', content);
    assert.equal(status, 201, JSON.stringify(body));
  });
});

describe('DuckDB statements that cannot be interrupted', () => {
  const tenants = useTwoTenants();

  it('leave other tenants served while 14 of one are stuck', async () => {
    const stuck = Array.from({ length: 14 }, async (_, index) => {
      const response = await tenants.ours().query('stuck', query(index + 1), context);
      return response.status;
    });
    const { queries, config } = tenants.inlay.running.services;
    await eventually(async () => {
      const { running, waiting } = queries.files.load();
      assert.equal(running + waiting, 14);
    });
    for (let round = 1; round <= 5; round++) {
      const { status, body } = await tenants.theirs().query('sales', query(next()), context);
      assert.equal(status, 200, JSON.stringify(body));
    }
    await tenants.inlay.time.advance(config.querySeconds * 1000);
    assert.deepEqual(new Set(await Promise.all(stuck)), new Set([504]));
    // The processes that were killed are started again.
    await eventually(tenants.assertEverybodyAnswered);
  });
});

describe('DuckDB processes and server shutdown', () => {
  let store: TestStore;
  let server: RunningCommand;
  let data: DataClient;
  const start = async () => {
    const port = await freePort();
    server = spawnInlay(['serve'], {
      ...store.env,
      INLAY_PORT: String(port),
      INLAY_ADMIN_PASSWORD: ADMIN.password,
      INLAY_LOG_LEVEL: 'silent',
    });
    await untilPrinted(server, /is listening/);
    const url = `http://127.0.0.1:${port}`;
    data = dataClient(url, await logInAs(url));
    return url;
  };
  before(async () => {
    store = await sqliteStore();
  });
  after(async () => {
    server.process.kill('SIGKILL');
    await server.result;
    await store.drop();
  });

  function childrenOf(pid: number): readonly number[] {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  it('start with the first query, and end with a server that is killed, even while stuck', async (t) => {
    if (process.platform !== 'linux') return t.skip('the children of a process are read from /proc');
    await start();
    const { pid = 0 } = server.process;
    assert.deepEqual(childrenOf(pid), []);
    await prepareTenant(data);
    const asking = data.query('stuck', query(1), context).catch(() => undefined);
    const children = await eventually(async () => {
      const found = childrenOf(pid);
      assert.ok(found.length > 0);
      return found;
    });
    server.process.kill('SIGKILL');
    await server.result;
    await asking;
    await eventually(async () => assert.deepEqual(children.filter(isAlive), []));
  });

  it('end with a server that is stopped', async (t) => {
    if (process.platform !== 'linux') return t.skip('the children of a process are read from /proc');
    const url = await start();
    const { status } = await data.query('sales', query(1), context);
    assert.equal(status, 200);
    const children = childrenOf(server.process.pid ?? 0);
    assert.ok(children.length > 0);
    server.process.kill('SIGTERM');
    assert.equal((await server.result).code, 0);
    assert.deepEqual(children.filter(isAlive), []);
    await assert.rejects(call(`${url}/healthz`));
  });
});
