import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import { dialectNamed, ENGINES, type EngineName } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard, isDenied } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader, type ReadableContext } from '../../../src/platform/rules/context-reading.ts';
import { hostileTexts } from './support/arbitrary-rules.ts';
import { viewer, zurich } from './support/cases.ts';

function ask(
  sql: string,
  engine: EngineName = 'postgres',
  context: ReadableContext = viewer,
  lost: readonly 'groups'[] = [],
) {
  const dataset: Dataset = {
    id: 'd',
    version: 1,
    source: { kind: 'sql', sql },
    columns: [{ name: 'id', type: 'integer' }],
    segmented: false,
  };
  const plan = planQuery({ dimensions: [{ column: 'id' }], measures: [] }, dataset, zurich, 0);
  const guarded = guard(plan, createContextReader(context, lost));
  return { denied: isDenied(guarded), ...compile(guarded, dialectNamed(engine)) };
}

test('a placeholder becomes a typed parameter on every engine, whatever its value', () => {
  for (const { name } of ENGINES) {
    for (const region of hostileTexts.filter((text) => text.isWellFormed() && !text.includes('\0'))) {
      const { sql, params } = ask('SELECT id FROM t WHERE region = {{ attributes.region }} AND x > 1', name, {
        ...viewer,
        attributes: { region },
      });
      assert.deepEqual(params, [region]);
      const empty = ask('SELECT id FROM t WHERE region = {{ attributes.region }} AND x > 1', name).sql;
      assert.equal(sql, empty, 'the statement is the same for every value');
    }
  }
});

test('a list becomes one parameter per entry, and types other than text are explicit', () => {
  const { sql, params } = ask(
    'SELECT id FROM t WHERE a IN ({{attributes.regions}}) AND b = {{ attributes.floor as integer }} AND c = {{ attributes.active AS boolean }} AND d = {{ username }}',
  );
  assert.match(
    sql,
    /a IN \(CAST\(\$1 AS text\), CAST\(\$2 AS text\), CAST\(\$3 AS text\)\) AND b = CAST\(\$4 AS bigint\) AND c = CAST\(\$5 AS boolean\)/,
  );
  assert.deepEqual(params, ['EU', 'US', "O'Neil", '10', 'true', 'ada@example.com']);
});

test('a missing, empty, unreadable or truncated value denies every row', () => {
  for (const value of [undefined, null, '', [], {}, [null], 2 ** 60, 'a\0b']) {
    const { denied, sql } = ask('SELECT id FROM t WHERE a = {{ attributes.x }}', 'duckdb', {
      ...viewer,
      attributes: { x: value },
    });
    assert.equal(denied, true, JSON.stringify(value));
    assert.match(sql, /WHERE 1 = 0/);
  }
  assert.equal(ask('SELECT id FROM t WHERE a IN ({{ groups }})').denied, false);
  assert.equal(
    ask('SELECT id FROM t WHERE a NOT IN ({{ groups }})', 'duckdb', viewer, ['groups']).denied,
    true,
  );
});

test("a value of another type than the placeholder's denies every row", () => {
  const denied = (placeholder: string, x: unknown) =>
    ask(`SELECT id FROM t WHERE a = {{ ${placeholder} }}`, 'mysql', { ...viewer, attributes: { x } }).denied;
  for (const value of [0, 1, true, false, [0], ['a', 1]]) assert.equal(denied('attributes.x', value), true);
  for (const value of ['0', 'a', '', true, 1.5, ['1']])
    assert.equal(denied('attributes.x as integer', value), true, String(value));
  assert.equal(denied('attributes.x as date', '2026-02-30'), true);
  assert.equal(denied('attributes.x', '0'), false);
  assert.equal(denied('attributes.x as integer', 0), false);
  assert.equal(denied('attributes.x as number', 1.5), false);
  assert.equal(denied('attributes.x as date', '2026-02-28'), false);
});

const refusals: readonly (readonly [EngineName, string, RegExp])[] = [
  ['postgres', "SELECT '{{ attributes.region }}'", /is inside a string/],
  ['postgres', "SELECT 'it''s {{ attributes.region }}'", /is inside a string/],
  ['postgres', "SELECT E'a\\' {{ attributes.region }}'", /is inside a string/],
  ['postgres', 'SELECT $tag$ {{ attributes.region }} $tag$', /is inside a string/],
  ['postgres', 'SELECT "{{ attributes.region }}" FROM t', /is inside a quoted identifier/],
  ['postgres', 'SELECT 1 -- {{ attributes.region }}', /is inside a comment/],
  ['postgres', 'SELECT 1 /* /* */ {{ attributes.region }} */', /is inside a comment/],
  ['postgres', 'SELECT * FROM sales_{{ attributes.region }}', /is inside a word/],
  ['postgres', 'SELECT * FROM né{{ attributes.region }}', /is inside a word/],
  ['postgres', "SELECT E'a''\\' {{ attributes.region }}'", /is inside a string/],
  ['postgres', "SELECT E'a' -- b\n 'c'", /Write them as one string/],
  ['postgres', "SELECT 1e'a'", /write a space after 1e/],
  ['postgres', 'SELECT 1a$b$ $b$', /write a space after 1a/],
  ['duckdb', "SELECT date\u00a0E'a'", /write a space after date/],
  ['postgres', 'SELECT 1 -- a\rb', /contains a carriage return/],
  ['postgres', 'SELECT 1\0', /contains a NUL character/],
  ['clickhouse', "SELECT $a$'$a$", /\$ is not supported here/],
  ['clickhouse', "SELECT 1 // '\n", /\/\/ is not supported here/],
  ['clickhouse', "SELECT 1 # '\n", /# is not supported here/],
  ['clickhouse', 'SELECT ‘(’', /‘ is not supported here/],
  ['clickhouse', 'SELECT 1 /* /* */ {{ attributes.region }} */', /is inside a comment/],
  ['mysql', 'SELECT 5--\u00a0{{ attributes.region }})', /closing parenthesis is unmatched/],
  ['mysql', 'SELECT 5--\u0001{{ attributes.region }}', /is inside a comment/],
  ['mysql', 'SELECT "{{ attributes.region }}"', /is inside a string/],
  ['mysql', "SELECT 'a\\' {{ attributes.region }}'", /is inside a string/],
  ['mysql', 'SELECT `{{ attributes.region }}` FROM t', /is inside a quoted identifier/],
  ['mysql', 'SELECT 1 # {{ attributes.region }}', /is inside a comment/],
  ['mysql', 'SELECT 1 /*! + 1 */', /MySQL executes/],
  ['clickhouse', 'SELECT `{{ attributes.region }}` FROM t', /is inside a quoted identifier/],
  ['postgres', 'SELECT {{ secrets.password }}', /secrets can only be used in connections/],
  ['postgres', 'SELECT {{ region }}', /is not available\. Use attributes/],
  ['postgres', 'SELECT {{ attributes.region }', /is unmatched/],
  ['postgres', 'SELECT 1; DROP TABLE t', /remove the semicolon/],
  ['postgres', 'SELECT 1) AS s, (SELECT 2', /closing parenthesis is unmatched/],
  ['postgres', 'SELECT (1', /opening parenthesis is unmatched/],
  ['postgres', 'SELECT 1 /* open', /comment is not closed/],
  ['postgres', "SELECT 'open", /string is not closed/],
  ['postgres', 'SELECT $1', /is a query parameter/],
  ['mysql', 'SELECT ?', /is a query parameter/],
  ['trino', 'SELECT ?', /is a query parameter/],
  ['duckdb', 'SELECT $name', /is a query parameter/],
  ['clickhouse', 'SELECT {p1:String}', /is a query parameter/],
];

for (const [engine, sql, message] of refusals) {
  test(`dataset SQL: refuses ${sql} on ${engine}`, () => {
    assert.throws(() => ask(sql, engine), message);
  });
}

test('dataset SQL: accepts placeholders next to quotes, comments and unusual operators', () => {
  const allowed: readonly (readonly [EngineName, string])[] = [
    ['postgres', "SELECT 'it''s' || {{ attributes.region }} -- it's\nFROM t /* ' */ WHERE tags ? 'x'"],
    ['postgres', "SELECT data->>'a', {{ attributes.region }}::uuid FROM t -- the end"],
    ['mysql', "SELECT 'it\\'s', 5--1, {{ attributes.region }} FROM t # done"],
    ['clickhouse', "SELECT {{ attributes.region }}, 'a\\'b' FROM t"],
    ['trino', 'SELECT {{ attributes.region }} FROM "a ? b"'],
  ];
  for (const [engine, sql] of allowed) assert.deepEqual(ask(sql, engine).params, ['EU'], sql);
});
