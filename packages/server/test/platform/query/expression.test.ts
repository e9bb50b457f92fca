import assert from 'node:assert/strict';
import test from 'node:test';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Cell } from '@inlay/protocol/result';
import { ENGINES } from '../../../src/platform/engines/engines.ts';
import { compileExpression } from '../../../src/platform/query/compile/compile-expression.ts';
import { evaluateExpression } from '../../../src/platform/query/expression/evaluate-expression.ts';
import { ExpressionError } from '../../../src/platform/query/expression/expression-error.ts';
import { columnsUsed, typeExpression } from '../../../src/platform/query/expression/type-expression.ts';
import { render, trusted } from '../../../src/platform/query/text/fragment.ts';
import { zurich } from './support/cases.ts';

const columns: readonly DatasetColumn[] = [
  { name: 'amount', type: 'decimal' },
  { name: 'quantity', type: 'integer' },
  { name: 'score', type: 'number' },
  { name: 'sales region', type: 'string' },
  { name: 'active', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'created', type: 'datetime' },
  { name: 'raw', type: 'json' },
  { name: 'net', type: 'decimal', expression: 'amount * 0.9' },
  { name: 'margin', type: 'number', expression: 'net / amount' },
  { name: 'loop', type: 'integer', expression: 'again + 1' },
  { name: 'again', type: 'integer', expression: 'loop + 1' },
  { name: 'broken', type: 'integer', expression: 'quantity +' },
];
const byName = new Map(columns.map((column) => [column.name, column]));
const typeOf = (text: string) => typeExpression(text, byName).type;

const row: Readonly<Record<string, Cell>> = {
  amount: '2.5',
  quantity: 4,
  score: 0.5,
  'sales region': 'Zürich ',
  active: true,
  day: '2024-01-31',
  created: '2026-03-29T01:30:00Z',
};
const evaluated = (text: string, change: Readonly<Record<string, Cell>> = {}) =>
  evaluateExpression(typeExpression(text, byName), { ...row, ...change }, zurich);

test('expressions: say where a mistake is and what to change', () => {
  const mistakes: readonly (readonly [text: string, place: string, problem: RegExp])[] = [
    ['', '', /incomplete/],
    ['quantity +', '', /incomplete/],
    ['(quantity', '', /a closing parenthesis is missing/],
    ['quantity quantity', 'quantity', /unexpected quantity/],
    ["quantity + 'x'", "'x'", /expected integer, decimal or number, but this is string/],
    ['quantity + gone', 'gone', /no column gone/],
    ['gone(quantity)', 'gone', /no function gone/],
    ['quantity ; 1', ';', /cannot read ";"/],
    ["'open", "'open", /closing '/],
    ['[open', '[open', /closing \]/],
    ['"amount"', '"', /single quotes/],
    ['abs(quantity, 1)', 'abs(quantity, 1)', /abs\(x\) does not take 2 arguments/],
    ['case when quantity then 1 end', 'quantity', /expected boolean, but this is integer/],
    ['case quantity end', 'quantity', /expected when instead of quantity/],
    ["case when active then 1 else 'a' end", "'a'", /expected integer as before, but this is string/],
    ['case when active then null end', 'case when active then null end', /null alone/],
    ['null', 'null', /null alone has no type/],
    ['day = created', 'created', /expected date as before, but this is datetime/],
    ['active < true', 'active < true', /no order/],
    ['raw is null', 'raw', /JSON/],
    ["date '2024-02-30'", "date '2024-02-30'", /a day from 1900 to 2299/],
    ["date '9999-12-31'", "date '9999-12-31'", /a day from 1900 to 2299/],
    ['9223372036854775808', '9223372036854775808', /64 bits/],
    ['1.0000000001', '1.0000000001', /9 after the decimal point/],
    ['round(amount, quantity)', 'quantity', /a whole number from 0 to 9/],
    ["replace([sales region], '', 'x')", "''", /not empty/],
    ["date_trunc('week', day)", "'week'", /'month', 'quarter' or 'year'/],
    ['quantity in (1, quantity)', 'quantity', /expected a number, text, date, true or false/],
    ['to_text(score)', 'score', /expected string, integer, decimal, boolean or date/],
    ['amount % 2', 'amount', /expected integer, but this is decimal/],
    ['loop', 'loop', /loop depends on itself: loop → again → loop/],
    ['broken * 2', 'broken', /the expression of broken is not valid: the expression is incomplete/],
    ['end', 'end', /put a column of this name in brackets/],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, '(', /nested more than 50 levels/],
    [`${'-'.repeat(200)}quantity`, '-', /nested more than 50 levels/],
    [Array(300).fill('quantity').join(' + '), '', /nested more than 60 levels deep|more than 500 parts/],
    [Array(600).fill('active').join(' and '), '', /more than 500 parts/],
  ];
  for (const [text, place, problem] of mistakes) {
    const error = thrownBy(text);
    assert.match(error.problem, problem, text);
    assert.match(error.message, /\(at character \d+\)$/);
    if (place === '') continue;
    assert.equal(text.slice(error.position, error.position + error.length), place, text);
  }
  assert.equal(thrownBy('quantity +\n  gone').position, 13);
});

test('expressions: infer the type of the result', () => {
  const types: Readonly<Record<string, string>> = {
    'quantity + 1': 'integer',
    'quantity + amount': 'decimal',
    'amount * score': 'number',
    'quantity / 2': 'number',
    'quantity % 2': 'integer',
    'round(amount)': 'integer',
    'round(score, 2)': 'decimal',
    'case when active then 1 else 2.5 end': 'decimal',
    'coalesce(null, day)': 'date',
    'to_date(created)': 'date',
    'coalesce(created, created)': 'datetime',
    'active or null = 1': 'boolean',
    "concat([sales region], 'x')": 'string',
    margin: 'number',
  };
  for (const [text, type] of Object.entries(types)) assert.equal(typeOf(text), type, text);
});

test('expressions: are exact if they are made of text, integers, booleans and dates alone', () => {
  const exact = [
    'quantity + 1',
    'concat(upper([sales region]), to_text(quantity % 2))',
    'case when active then add_days(day, 1) else to_date(created) end',
    'hour(created) > 8',
    'to_integer([sales region])',
  ];
  for (const text of exact) assert.ok(typeExpression(text, byName).isExact, text);
  const inexact = [
    'amount',
    'quantity / 2',
    'to_integer(quantity / 2)',
    'to_text(amount)',
    'case when amount > 100 then 1 else 0 end',
    'score is null',
    'to_text(net)',
  ];
  for (const text of inexact) assert.ok(!typeExpression(text, byName).isExact, text);
});

test('expressions: have the usual precedence, and keywords and functions in any case', () => {
  assert.equal(evaluated('1 + 2 * 3'), 7);
  assert.equal(evaluated('-2 * -3 - 1'), 5);
  assert.equal(evaluated('not active or true'), true);
  assert.equal(evaluated('NOT (active OR TRUE)'), false);
  assert.equal(evaluated("Case When Quantity Is Not Null Then 'a' End".replace('Quantity', 'quantity')), 'a');
  assert.equal(evaluated("UPPER('it''s')"), "IT'S");
  assert.equal(evaluated('quantity not in (1, 2)'), true);
});

test('expressions: have no value where a row gives none, or where a database would fail', () => {
  for (const text of [
    'quantity % 0',
    'quantity * 9223372036854775807',
    'coalesce(quantity * 9223372036854775807, 0)',
    'to_integer([sales region])',
    "to_integer('9223372036854775807')",
    "to_date('2023-02-29')",
    'add_months(day, 9223372036854775807)',
    "add_days(date '2299-12-31', 1)",
    'least(1, null)',
    'null + 1',
    "concat('a', null)",
  ])
    assert.equal(evaluated(text), null, text);
  assert.equal(evaluated("to_integer('9199999999999999999')"), '9199999999999999999');
});

test("expressions: take days and hours from the viewer's time zone", () => {
  // Clocks in Zurich go from 2:00 to 3:00 half an hour earlier.
  assert.equal(evaluated('hour(created)'), 3);
  assert.equal(evaluated('to_date(created)', { created: '2025-12-31T23:30:00Z' }), '2026-01-01');
  assert.equal(evaluated('year(created)', { created: '2025-12-31T23:30:00Z' }), 2026);
});

test('expressions: list every column that they use, also through computed columns', () => {
  assert.deepEqual(columnsUsed(typeExpression('margin + quantity', byName)), [
    'margin',
    'net',
    'amount',
    'quantity',
  ]);
});

test('expressions: put text into parameters and write no other text of theirs into SQL', () => {
  const hostile = "x'; DROP TABLE t; -- \\";
  const text = `concat([sales region], '${hostile.replaceAll("'", "''")}') = to_text(quantity + 1.5)`;
  for (const { dialect } of ENGINES) {
    const sql = compileExpression(typeExpression(text, byName), {
      dialect,
      calendar: zurich,
      columnOf: ({ name }) => trusted(dialect.quote(name)),
    });
    const { sql: written, params } = render(sql, dialect);
    assert.ok(params.includes(hostile), dialect.name);
    assert.doesNotMatch(written, /DROP/, dialect.name);
  }
});

function thrownBy(text: string): ExpressionError {
  try {
    typeExpression(text, byName);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  return assert.fail(`no mistake found in ${text.slice(0, 80)}`);
}

test('expressions: are written as somebody would write them', () => {
  const written = (text: string) =>
    Object.fromEntries(
      ENGINES.map(({ dialect }) => {
        const columnOf = ({ name }: DatasetColumn) => trusted(name);
        const sql = compileExpression(typeExpression(text, byName), { dialect, calendar: zurich, columnOf });
        return [dialect.name, render(sql, dialect).sql];
      }),
    );
  assert.deepEqual(written('amount * quantity * (1 - 0.1)'), {
    duckdb: '((amount * quantity) * (1 - 0.1))',
    postgres: '((amount * quantity) * (1 - 0.1))',
    mysql: '((amount * quantity) * (1 - 0.1))',
    clickhouse: "((amount * quantity) * (1 - toDecimal128('0.1', 1)))",
    trino: '((amount * quantity) * (1 - 0.1))',
  });
  assert.deepEqual(written('amount / quantity'), {
    duckdb: '(amount / quantity)',
    postgres: '(amount / NULLIF(quantity, 0))',
    mysql: '(CAST(amount AS DOUBLE) / quantity)',
    clickhouse: '(toFloat64(amount) / nullIf(toFloat64(quantity), 0))',
    trino: '(CAST(amount AS double) / NULLIF(quantity, 0))',
  });
  assert.equal(written('quantity * quantity + 1').postgres, '((CAST(quantity AS bigint) * quantity) + 1)');
});
