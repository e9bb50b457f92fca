import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import type { QueryLimits } from '../../../src/platform/engines/engine.ts';
import type { EngineErrorCode } from '../../../src/platform/engines/engine-error.ts';
import { openEngine } from '../../../src/platform/engines/open-engine.ts';
import { systemTime } from '../../../src/platform/time/time.ts';
import { LOCAL, openLocal } from './engine-fixture.ts';
import { type Answer, serveProtocol } from './protocol-server.ts';
import { rejectsWith } from './rejects-with.ts';

const LIMITS: QueryLimits = { maxRows: 100, maxBytes: 100_000, timeoutMs: 20_000 };

async function openServed(t: TestContext, answer: Answer, readonly = '0') {
  const { network, requests } = await serveProtocol(t, 'clickhouse', (request, response) => {
    if (request.body.includes(`getSetting('readonly')`)) response.end(`${readonly}\n`);
    else answer(request, response);
  });
  const engine = await openLocal(network);
  t.after(() => engine.close());
  return { engine, requests };
}

/** Written by hand after ClickHouse's documentation of the format and of the settings that the engine sends. */
const TYPES = [
  '["day","at","precise","amount","price","big","small","yes","nothing","words","nested","low","wide"]',
  `["Date","DateTime('Etc/GMT-2')","DateTime64(6, 'UTC')","Decimal(38, 10)","Decimal(18, 2)","Int64","Int32","Bool","Nullable(String)","String","Tuple(a Array(UInt8))","LowCardinality(Nullable(String))","UInt256"]`,
  '["2024-02-29","2024-03-31T00:30:00Z","2024-03-31T23:59:59.123456Z","12345678901234567890.0123456789","1234.5","9223372036854775807",42,true,null,"Grüße 😀 \\"x\\"",{"a":[1]},"x","115792089237316195423570985008687907853269984665640564039457584007913129639935"]',
];

test('ClickHouse: reads every type exactly', async (t) => {
  const { engine } = await openServed(t, (_, response) => void response.end(`${TYPES.join('\n')}\n`));
  const { columns, truncated } = await engine.query({ sql: 'SELECT * FROM types', params: [] }, LIMITS);
  assert.deepEqual(
    columns.map(({ name, type, values }) => [name, type, values[0]]),
    [
      ['day', 'date', '2024-02-29'],
      ['at', 'datetime', '2024-03-31T00:30:00.000Z'],
      ['precise', 'datetime', '2024-03-31T23:59:59.123456Z'],
      ['amount', 'decimal', '12345678901234567890.0123456789'],
      ['price', 'decimal', 1234.5],
      ['big', 'integer', '9223372036854775807'],
      ['small', 'integer', 42],
      ['yes', 'boolean', true],
      ['nothing', 'string', null],
      ['words', 'string', 'Grüße 😀 "x"'],
      ['nested', 'json', '{"a":[1]}'],
      ['low', 'string', 'x'],
      ['wide', 'integer', '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
    ],
  );
  assert.equal(truncated, false);
});

test('ClickHouse: sends parameters separately from the statement, with read-only and time limit settings', async (t) => {
  const { engine, requests } = await openServed(t, (_, response) => void response.end('["a"]\n["String"]\n'));
  const sql = 'SELECT {p1:String} AS a WHERE {p2:Int64} > 0 AND {p3:Bool}';
  await engine.query({ sql, params: [`'; DROP TABLE x -- \\ \t`, 9223372036854775807n, true] }, LIMITS);
  const request = requests.at(-1);
  assert.match(
    request?.body ?? '',
    /^SELECT \{p1:String\} AS a WHERE \{p2:Int64\} > 0 AND \{p3:Bool\}\s*FORMAT/,
  );
  const search = Object.fromEntries(request?.url.searchParams ?? []);
  assert.equal(search.param_p1, `\\'; DROP TABLE x -- \\\\ \\t`);
  assert.equal(search.param_p2, '9223372036854775807');
  assert.equal(search.param_p3, '1');
  assert.equal(search.readonly, '1');
  assert.equal(search.max_execution_time, '20');
  assert.equal(search.date_time_output_format, 'iso');
  assert.equal(search.database, 'sales');
  assert.ok(!request?.url.href.includes('canary'));
});

test("ClickHouse: keeps the user's setting readonly = 2 and reports that readonly = 1 is too strict", async (t) => {
  const two = await openServed(t, (_, response) => void response.end('["a"]\n["String"]\n'), '2');
  await two.engine.query({ sql: 'SELECT 1', params: [] }, LIMITS);
  assert.equal(two.requests.at(-1)?.url.searchParams.has('readonly'), false);
  const one = await openServed(t, (_, response) => void response.end('["a"]\n["String"]\n'), '1');
  const error = await rejectsWith('NOT_PERMITTED', one.engine.test());
  assert.match(error.message, /readonly = 2/);
});

test('ClickHouse: refuses several statements before anything is sent', async (t) => {
  const { engine, requests } = await openServed(t, (_, response) => void response.end('["a"]\n["String"]\n'));
  for (const sql of [
    'SELECT 1; SELECT 2',
    `SELECT ';' AS a; SELECT 2`,
    'SELECT 1 /* ; */; -- ;\n DROP TABLE x',
  ]) {
    for (const attempt of [
      engine.query({ sql, params: [] }, LIMITS),
      engine.describeStatement({ sql, params: [] }),
    ]) {
      const error = await rejectsWith('BAD_STATEMENT', attempt);
      assert.match(error.message, /one statement/);
    }
  }
  assert.equal(requests.length, 0);
});

test('ClickHouse: runs one statement with semicolons in strings, names and comments', async (t) => {
  const { engine } = await openServed(t, (_, response) => void response.end('["a"]\n["String"]\n'));
  for (const sql of [
    'SELECT 1;',
    'SELECT 1 ; \n',
    `SELECT 'a;b\\';c' AS "x;y", \`u;v\``,
    `SELECT 'it''s; fine'`,
    'SELECT 1 /* a; b */ -- c; d',
  ])
    await engine.query({ sql, params: [] }, LIMITS);
});

test('ClickHouse: stops reading at the row limit', async (t) => {
  const closed = Promise.withResolvers<void>();
  const { engine } = await openServed(t, (_, response) => {
    response.write('["n"]\n["UInt64"]\n');
    const timer = setInterval(() => response.write('["7"]\n'.repeat(100)), 5);
    response.on('close', () => {
      clearInterval(timer);
      closed.resolve();
    });
  });
  const result = await engine.query({ sql: 'SELECT 7 AS n', params: [] }, LIMITS);
  assert.deepEqual([result.rowCount, result.truncated], [100, true]);
  await closed.promise;
});

for (const code of ['TIMEOUT', 'CANCELLED'] as const) {
  test(`kills the query on the server by its id: ${code}`, async (t) => {
    const { engine, requests } = await openServed(t, (request, response) => {
      if (request.body.startsWith('KILL')) response.end();
    });
    const received = (word: string) =>
      eventually(async () => {
        if (code === 'TIMEOUT') t.mock.timers.tick(1);
        const found = requests.find(({ body }) => body.startsWith(word));
        assert.ok(found, `no ${word} among ${requests.length} requests`);
        return found;
      });
    if (code === 'TIMEOUT') t.mock.timers.enable({ apis: ['setTimeout'] });
    const controller = new AbortController();
    const querying = engine.query({ sql: 'SELECT sleep(3)', params: [] }, LIMITS, controller.signal);
    const rejected = rejectsWith(code, querying);
    const asked = await received('SELECT sleep');
    if (code === 'CANCELLED') controller.abort();
    else t.mock.timers.tick(LIMITS.timeoutMs);
    const kill = await received('KILL');
    await rejected;
    assert.match(kill.body, /^KILL QUERY WHERE query_id = \{p1:String\}/);
    assert.equal(kill.url.searchParams.get('param_p1'), asked.url.searchParams.get('query_id'));
  });
}

const FAILURES: readonly (readonly [number, string, EngineErrorCode])[] = [
  [
    516,
    'viewer: Authentication failed: password canary-5ecret-pässword is incorrect. (AUTHENTICATION_FAILED)',
    'WRONG_CREDENTIALS',
  ],
  [81, 'Database sales does not exist. (UNKNOWN_DATABASE)', 'UNKNOWN_DATABASE'],
  [497, 'viewer: Not enough privileges. (ACCESS_DENIED)', 'NOT_PERMITTED'],
  [159, 'Timeout exceeded: elapsed 5 seconds, maximum: 5. (TIMEOUT_EXCEEDED)', 'TIMEOUT'],
  [241, 'Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)', 'OUT_OF_MEMORY'],
  [162, 'Too deep subqueries. Maximum: 100. (TOO_DEEP_SUBQUERIES)', 'TOO_COMPLEX'],
  [47, `Unknown expression identifier 'nonsense'. (UNKNOWN_IDENTIFIER)`, 'BAD_STATEMENT'],
];
for (const [number, text, code] of FAILURES) {
  test(`reads error ${number} as ${code}, without the password`, async (t) => {
    const { engine } = await openServed(t, (_, response) => {
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': String(number) });
      response.end(`Code: ${number}. DB::Exception: ${text} (version 24.8.4.13 (official build))\n`);
    });
    const error = await rejectsWith(code, engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
    assert.ok(!inspect(error).includes('canary'));
  });
}

test('ClickHouse: reports a connection that was lost during a response', async (t) => {
  const { engine } = await openServed(t, (_, response) => {
    response.write('["n"]\n["UInt64"]\n["7"]\n', () => setImmediate(() => response.destroy()));
  });
  await rejectsWith('CONNECTION_LOST', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
});

for (const [what, body] of [
  ['is empty', ''],
  ['has only names', '["n"]\n'],
  ['has a row where types belong', '["n"]\n["7",1]\n'],
  ['has a row that is too short', '["n","m"]\n["UInt64","String"]\n["7"]\n'],
  ['has a row that is not a list', '["n"]\n["UInt64"]\n{"n":7}\n'],
  ['ends within its last row', '["n"]\n["UInt64"]\n["7"]\n["8"'],
  ['has no line break after its last row', '["n"]\n["UInt64"]\n["7"]'],
] as const)
  test(`ClickHouse: fails on a result that ${what}`, async (t) => {
    const { engine } = await openServed(t, (_, response) => void response.end(body));
    await rejectsWith('BAD_RESPONSE', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
  });

test('ClickHouse: fails where a server responds without a body, or with one that it compressed on its own', async (t) => {
  const { engine } = await openServed(t, ({ body }, response) => {
    if (body.startsWith('SELECT 1')) response.writeHead(204).end();
    else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('["n"]\n["UInt64"]\n["7"]\n'));
  });
  await rejectsWith('BAD_RESPONSE', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
  await rejectsWith('BAD_RESPONSE', engine.query({ sql: 'SELECT 2', params: [] }, LIMITS));
});

for (const [how, report] of [
  ['as plain text', 'Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)\n'],
  ['as a row', '{"exception": "Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)"}\n'],
  [
    'between marks',
    '\r\n__exception__\r\ntag\r\nCode: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)\r\n50 tag\r\n__exception__\r\n',
  ],
] as const)
  test(`ClickHouse: reads an error that follows the first rows ${how}`, async (t) => {
    const { engine } = await openServed(t, (_, response) => {
      response.write('["n"]\n["UInt64"]\n["7"]\n', () => response.end(report));
    });
    await rejectsWith('TIMEOUT', engine.query({ sql: 'SELECT 1', params: [] }, LIMITS));
  });

test('ClickHouse: names the column of a row without end', async (t) => {
  const { engine } = await openServed(t, (_, response) => {
    response.write('["n","words"]\n["UInt64","String"]\n["7","');
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(1_000_000)));
    };
    response.on('drain', more);
    more();
  });
  const limits = { ...LIMITS, maxBytes: 10_000_000 };
  const error = await rejectsWith('TOO_LARGE', engine.query({ sql: 'SELECT 1', params: [] }, limits));
  assert.equal(error.column, 'words');
});

test('ClickHouse: describes tables and statements', async (t) => {
  const { engine } = await openServed(t, (request, response) => {
    if (request.body.startsWith('DESCRIBE')) {
      response.end('["name","type"]\n["String","String"]\n["n","UInt64"]\n["d","Nullable(Date32)"]\n');
    } else {
      response.end(
        '["database","table","name","type"]\n["String","String","String","String"]\n' +
          '["sales","orders","id","UInt64"]\n["sales","orders","at","Nullable(DateTime)"]\n["sales","regions","name","String"]\n',
      );
    }
  });
  assert.deepEqual(await engine.describeStatement({ sql: 'SELECT n, d FROM x', params: [] }), [
    { name: 'n', type: 'integer' },
    { name: 'd', type: 'date' },
  ]);
  assert.deepEqual(await engine.describe(), [
    {
      schema: 'sales',
      name: 'orders',
      columns: [
        { name: 'id', type: 'integer', nullable: false },
        { name: 'at', type: 'datetime', nullable: true },
      ],
    },
    { schema: 'sales', name: 'regions', columns: [{ name: 'name', type: 'string', nullable: false }] },
  ]);
});

test('does not connect to an address that the operator did not allow', async (t) => {
  const { network, requests } = await serveProtocol(
    t,
    'clickhouse',
    (_, response) => void response.end('[]'),
  );
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
