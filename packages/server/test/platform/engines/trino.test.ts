import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import type { QueryLimits } from '../../../src/platform/engines/engine.ts';
import { EngineError, type EngineErrorCode } from '../../../src/platform/engines/engine-error.ts';
import { openEngine } from '../../../src/platform/engines/open-engine.ts';
import { trinoLiteral } from '../../../src/platform/engines/trino/column-types.ts';
import { systemTime } from '../../../src/platform/time/time.ts';
import { LOCAL, openLocal } from './engine-fixture.ts';
import { type Answer, serveProtocol } from './protocol-server.ts';
import { rejectsWith } from './rejects-with.ts';

const LIMITS: QueryLimits = { maxRows: 100, maxBytes: 100_000, timeoutMs: 20_000 };
/** The coordinator names itself as it sees itself, here by an address that must never be asked. */
const NEXT = 'http://coordinator.internal:9/v1/statement/executing/20241115_1/y1';

async function openServed(t: TestContext, answer: Answer) {
  const { network, requests } = await serveProtocol(t, 'trino', answer);
  const engine = await openLocal({ ...network, database: 'hive/sales' });
  t.after(() => engine.close());
  return { engine, requests };
}

/** First the promise of a page, then the page: written by hand after Trino's documentation of its client protocol. */
function inTwoPages(page: string): Answer {
  return (request, response) => {
    if (request.method === 'POST')
      response.end(`{"id":"20241115_1","nextUri":"${NEXT}/0","stats":{"state":"QUEUED"}}`);
    else response.end(page);
  };
}

test('Trino: reads every type exactly, across several pages', async (t) => {
  const columns = Object.entries({
    day: 'date',
    at: 'timestamp(3) with time zone',
    named: 'timestamp(3) with time zone',
    precise: 'timestamp(6)',
    amount: 'decimal(38,10)',
    price: 'decimal(10,2)',
    big: 'bigint',
    small: 'integer',
    yes: 'boolean',
    nothing: 'varchar',
    words: 'varchar(30)',
    nested: 'json',
    list: 'array(bigint)',
    ratio: 'double',
    lost: 'double',
  }).map(([name, type]) => ({ name, type }));
  const row = `["2024-02-29","2024-03-31 02:30:00.000 +02:00","2024-07-01 12:00:00.000 Europe/Berlin",
    "2024-03-31 23:59:59.123456","12345678901234567890.0123456789","1234.50",9223372036854775807,42,true,null,
    "Grüße 😀","{\\"a\\":[1]}",[9007199254740993,1],0.1,"NaN"]`;
  const { engine, requests } = await openServed(
    t,
    inTwoPages(`{"id":"1","columns":${JSON.stringify(columns)},"data":[${row}],"stats":{}}`),
  );
  const result = await engine.query({ sql: 'SELECT * FROM types', params: [] }, LIMITS);
  assert.deepEqual(
    result.columns.map(({ type, values }) => [type, values[0]]),
    [
      ['date', '2024-02-29'],
      ['datetime', '2024-03-31T00:30:00.000Z'],
      ['datetime', '2024-07-01T10:00:00.000Z'],
      ['datetime', '2024-03-31T23:59:59.123456Z'],
      ['decimal', '12345678901234567890.0123456789'],
      ['decimal', 1234.5],
      ['integer', '9223372036854775807'],
      ['integer', 42],
      ['boolean', true],
      ['string', null],
      ['string', 'Grüße 😀'],
      ['json', '{"a":[1]}'],
      ['json', '[9007199254740993,1]'],
      ['number', 0.1],
      ['number', null],
    ],
  );
  assert.deepEqual(
    requests.map(({ method, url }) => `${method} ${url.pathname}`),
    ['POST /v1/statement', 'GET /v1/statement/executing/20241115_1/y1/0'],
  );
});

test('Trino: sends user, catalog, UTC and time limit', async (t) => {
  const { engine, requests } = await openServed(
    t,
    inTwoPages(`{"id":"1","columns":[{"name":"n","type":"bigint"}],"stats":{}}`),
  );
  await engine.query({ sql: 'SELECT 1', params: [] }, LIMITS);
  const headers = requests[0]?.headers ?? {};
  assert.equal(headers['x-trino-user'], 'viewer');
  assert.equal(headers['x-trino-catalog'], 'hive');
  assert.equal(headers['x-trino-schema'], 'sales');
  assert.equal(headers['x-trino-time-zone'], 'UTC');
  // Without it the server rounds every time to milliseconds.
  assert.equal(headers['x-trino-client-capabilities'], 'PARAMETRIC_DATETIME');
  assert.equal(headers['x-trino-session'], 'query_max_run_time=20000ms');
  assert.equal(
    headers.authorization,
    `Basic ${Buffer.from('viewer:canary-5ecret-pässword').toString('base64')}`,
  );
});

test('Trino: binds parameters as literals of EXECUTE IMMEDIATE', async (t) => {
  const { engine, requests } = await openServed(
    t,
    inTwoPages(`{"id":"1","columns":[{"name":"n","type":"bigint"}],"stats":{}}`),
  );
  await engine.query(
    { sql: `SELECT ? WHERE 'x' = 'x'`, params: [`'; DROP TABLE x -- \\`, 42, 2n ** 63n, 0.5, true, null] },
    LIMITS,
  );
  assert.equal(
    requests[0]?.body,
    `EXECUTE IMMEDIATE 'SELECT ? WHERE ''x'' = ''x''' USING '''; DROP TABLE x -- \\', 42, DECIMAL '9223372036854775808', DOUBLE '0.5', TRUE, NULL`,
  );
});

test('Trino: refuses a parameter that is not a scalar', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => trinoLiteral(value), EngineError);
});

test('Trino: stops at the row limit and cancels the query on the server', async (t) => {
  const { engine, requests } = await openServed(t, (request, response) => {
    if (request.method === 'DELETE') response.writeHead(204).end();
    else {
      const data = JSON.stringify(new Array(60).fill([7]));
      response.end(
        `{"id":"1","nextUri":"${NEXT}/1","columns":[{"name":"n","type":"bigint"}],"data":${data},"stats":{}}`,
      );
    }
  });
  const result = await engine.query({ sql: 'SELECT n FROM x', params: [] }, LIMITS);
  assert.deepEqual([result.rowCount, result.truncated], [100, true]);
  await eventually(async () => assert.equal(requests.at(-1)?.method, 'DELETE'));
});

for (const code of ['TIMEOUT', 'CANCELLED'] as const) {
  test(`cancels the query on the server: ${code}`, async (t) => {
    const running = Promise.withResolvers<void>();
    const { engine, requests } = await openServed(t, (request, response) => {
      if (request.method === 'POST') response.end(`{"id":"1","nextUri":"${NEXT}/0","stats":{}}`);
      if (request.method === 'GET') running.resolve();
      if (request.method === 'DELETE') response.writeHead(204).end();
    });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const controller = new AbortController();
    const querying = engine.query({ sql: 'SELECT 1', params: [] }, LIMITS, controller.signal);
    const rejected = rejectsWith(code, querying);
    await running.promise;
    if (code === 'CANCELLED') controller.abort();
    else t.mock.timers.tick(LIMITS.timeoutMs);
    await rejected;
    await eventually(async () => {
      const last = requests.at(-1);
      assert.equal(`${last?.method} ${last?.url.pathname}`, 'DELETE /v1/statement/executing/20241115_1/y1/0');
    });
  });
}

test('Trino: retries while the coordinator is busy', async (t) => {
  let asked = 0;
  const { engine } = await openServed(t, (_, response) => {
    asked += 1;
    if (asked < 3) response.writeHead(503).end();
    else response.end('{"id":"1","columns":[{"name":"n","type":"bigint"}],"data":[[1]],"stats":{}}');
  });
  assert.equal((await engine.query({ sql: 'SELECT 1', params: [] }, LIMITS)).rowCount, 1);
  assert.equal(asked, 3);
});

test('Trino: sends a statement again when the pooled connection turns out to be closed', async (t) => {
  const bodies: string[] = [];
  const { engine } = await openServed(t, (request, response) => {
    bodies.push(request.body);
    if (bodies.length === 2) response.destroy();
    else response.end('{"id":"1","columns":[{"name":"n","type":"bigint"}],"data":[[1]],"stats":{}}');
  });
  await engine.query({ sql: 'SELECT 1', params: [] }, LIMITS);
  assert.equal((await engine.query({ sql: 'SELECT 2', params: [] }, LIMITS)).rowCount, 1);
  assert.deepEqual(bodies, ['SELECT 1', 'SELECT 2', 'SELECT 2']);
});

test('Trino: sends a statement at most twice, and requests no page again', async (t) => {
  const asked: string[] = [];
  let isClosing = false;
  const { engine } = await openServed(t, (request, response) => {
    asked.push(request.method);
    if (isClosing || request.method === 'GET') response.destroy();
    else response.end(`{"id":"1","nextUri":"${NEXT}/0","stats":{}}`);
  });
  await rejectsWith('CONNECTION_LOST', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
  assert.deepEqual(asked, ['POST', 'GET']);
  isClosing = true;
  await rejectsWith('CONNECTION_LOST', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
  assert.ok(asked.length <= 4, asked.join());
});

const FAILURES: readonly (readonly [string, string, EngineErrorCode])[] = [
  ['SYNTAX_ERROR', 'USER_ERROR', 'BAD_STATEMENT'],
  ['PERMISSION_DENIED', 'USER_ERROR', 'NOT_PERMITTED'],
  ['CATALOG_NOT_FOUND', 'USER_ERROR', 'UNKNOWN_DATABASE'],
  ['QUERY_HAS_TOO_MANY_STAGES', 'USER_ERROR', 'TOO_COMPLEX'],
  ['EXCEEDED_TIME_LIMIT', 'INSUFFICIENT_RESOURCES', 'TIMEOUT'],
  ['EXCEEDED_LOCAL_MEMORY_LIMIT', 'INSUFFICIENT_RESOURCES', 'OUT_OF_MEMORY'],
  ['QUERY_QUEUE_FULL', 'INSUFFICIENT_RESOURCES', 'TOO_BUSY'],
  ['GENERIC_INTERNAL_ERROR', 'INTERNAL_ERROR', 'FAILED'],
];
for (const [errorName, errorType, code] of FAILURES) {
  test(`reads ${errorName} as ${code}, without the password`, async (t) => {
    const error = { message: 'no: canary-5ecret-pässword', errorCode: 1, errorName, errorType };
    const { engine } = await openServed(t, inTwoPages(JSON.stringify({ id: '1', error, stats: {} })));
    const failure = await rejectsWith(code, engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
    assert.ok(!inspect(failure).includes('canary'));
  });
}

test('Trino: reports a wrong password and a lost connection', async (t) => {
  const refused = await openServed(t, (_, response) => void response.writeHead(401).end('Unauthorized'));
  await rejectsWith('WRONG_CREDENTIALS', refused.engine.test());
  const broken = await openServed(t, (_, response) => void response.destroy());
  await rejectsWith('CONNECTION_LOST', broken.engine.test());
});

test('Trino: does not follow redirects', async (t) => {
  const { engine, requests } = await openServed(t, (_, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end();
  });
  await rejectsWith('BAD_RESPONSE', engine.test());
  assert.equal(requests.length, 1);
});

const COLUMNS = '[{"name":"n","type":"bigint"},{"name":"words","type":"varchar"}]';

for (const [what, page] of [
  ['is not JSON', '<html>'],
  ['is a list', '[]'],
  ['has no columns', '{"id":"1","data":[[1,"x"]]}'],
  ['has a row that is too short', `{"columns":${COLUMNS},"data":[[1]]}`],
  ['has rows that are not lists', `{"columns":${COLUMNS},"data":[{"n":1}]}`],
  ['has columns without types', '{"columns":[{"name":"n"}],"data":[[1]]}'],
] as const)
  test(`Trino: fails on a page that ${what}`, async (t) => {
    const { engine } = await openServed(t, inTwoPages(page));
    await rejectsWith('BAD_RESPONSE', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
  });

test('Trino: fails where a server responds without a page', async (t) => {
  const { engine } = await openServed(t, (_, response) => void response.writeHead(204).end());
  await rejectsWith('BAD_RESPONSE', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
});

test('Trino: names the column of a page that is too large', async (t) => {
  const long = 'x'.repeat(17_000_000);
  const { engine } = await openServed(
    t,
    inTwoPages(`{"id":"1","columns":${COLUMNS},"data":[[1,"a"],[2,"${long}"]]}`),
  );
  const error = await rejectsWith('TOO_LARGE', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
  assert.equal(error.column, 'words');
  assert.match(error.message, /in the column “words”/);
});

test('Trino: describes a statement by preparing it', async (t) => {
  const columns = ['Column Name', 'Catalog', 'Schema', 'Table', 'Type', 'Type Size', 'Aliased'].map(
    (name) => ({
      name,
      type: name === 'Type Size' ? 'bigint' : 'varchar',
    }),
  );
  const data = [['day', 'hive', 'sales', 'orders', 'date', 4, false]];
  const { engine, requests } = await openServed(
    t,
    inTwoPages(JSON.stringify({ id: '1', columns, data, stats: {} })),
  );
  assert.deepEqual(await engine.describeStatement({ sql: 'SELECT day FROM orders', params: [] }), [
    { name: 'day', type: 'date' },
  ]);
  assert.equal(requests[0]?.body, 'DESCRIBE OUTPUT inlay');
  assert.equal(requests[0]?.headers['x-trino-prepared-statement'], 'inlay=SELECT%20day%20FROM%20orders');
});

test('does not connect to an address that the operator did not allow', async (t) => {
  const { network, requests } = await serveProtocol(t, 'trino', (_, response) => void response.end('[]'));
  for (const host of ['127.0.0.1', 'localhost', '::ffff:7f00:1']) {
    const engine = await openEngine(
      { ...network, host },
      { ...LOCAL, egress: makeEgressRules([], systemTime) },
    );
    await rejectsWith('ADDRESS_NOT_ALLOWED', engine.test());
    await rejectsWith('ADDRESS_NOT_ALLOWED', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
    await engine.close();
  }
  assert.equal(requests.length, 0);
});
