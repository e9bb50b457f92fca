import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import type { Cell } from '@inlay/protocol/result';
import { TEST_ENGINES } from '../../../../../test/support/engines/test-engines.ts';
import { dialectNamed, type EngineName } from '../../../src/platform/engines/engines.ts';
import { compileRows } from '../../../src/platform/query/compile/compile-rows.ts';
import { withComputedColumns } from '../../../src/platform/query/expression/computed-columns.ts';
import { typeExpression } from '../../../src/platform/query/expression/type-expression.ts';
import { guardRows } from '../../../src/platform/query/guard/guard.ts';
import { modelOf } from '../../../src/platform/query/model/model.ts';
import { planRows } from '../../../src/platform/query/plan/plan-rows.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

type Type = 'string' | 'integer' | 'decimal' | 'number' | 'date' | 'datetime';

/** A value of each type, and the literal that every engine casts to its native types. */
const values: Readonly<Record<Type, { readonly literal: string; readonly cell: Cell }>> = {
  string: { literal: 'abc1', cell: 'abc1' },
  integer: { literal: '12', cell: 12 },
  decimal: { literal: '12.5', cell: '12.5' },
  number: { literal: '12.5', cell: 12.5 },
  date: { literal: '2024-02-29', cell: '2024-02-29' },
  datetime: { literal: '2024-02-29 23:30:00', cell: '2024-02-29T23:30:00Z' },
};

/** Types of columns that `odd-values.ts` does not have. */
const natives: Readonly<Record<EngineName, Readonly<Record<Type, readonly string[]>>>> = {
  duckdb: {
    string: ['VARCHAR', "ENUM('abc1', 'b')"],
    integer: ['TINYINT', 'UTINYINT', 'INTEGER', 'UBIGINT', 'HUGEINT'],
    decimal: ['DECIMAL(4, 1)', 'DECIMAL(18, 3)', 'DECIMAL(38, 10)'],
    number: ['FLOAT'],
    date: ['DATE'],
    datetime: ['TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_NS'],
  },
  postgres: {
    string: ['varchar(10)', 'char(4)'],
    integer: ['smallint', 'integer'],
    decimal: ['numeric(4, 1)', 'numeric(60, 30)'],
    number: ['real'],
    date: ['date'],
    datetime: ['timestamp', 'timestamp(0)'],
  },
  mysql: {
    string: ['VARCHAR(10)', 'CHAR(10)', 'TEXT', "ENUM('b', 'abc1')", 'VARCHAR(10) CHARACTER SET latin1'],
    integer: ['TINYINT', 'SMALLINT UNSIGNED', 'INT', 'BIGINT UNSIGNED'],
    decimal: ['DECIMAL(4, 1)', 'DECIMAL(60, 30)'],
    number: ['FLOAT'],
    date: ['DATE'],
    datetime: ['DATETIME', 'TIMESTAMP'],
  },
  clickhouse: {
    string: [
      'String',
      'LowCardinality(String)',
      'LowCardinality(Nullable(String))',
      'FixedString(4)',
      "Enum8('abc1' = 1, 'b' = 2)",
    ],
    integer: ['UInt8', 'Int16', 'UInt64', 'Int128', 'UInt256', 'Nullable(Int32)'],
    decimal: ['Decimal(4, 1)', 'Nullable(Decimal(18, 3))', 'Decimal(76, 20)'],
    number: ['Float32', 'Float64'],
    date: ['Date', 'Nullable(Date)', 'Date32'],
    datetime: ['DateTime', "DateTime('UTC')", 'DateTime64(9)', "Nullable(DateTime64(0, 'UTC'))"],
  },
  trino: {
    string: ['varchar(10)', 'char(4)'],
    integer: ['tinyint', 'smallint', 'integer'],
    decimal: ['decimal(4, 1)', 'decimal(18, 3)', 'decimal(38, 10)'],
    number: ['real'],
    date: ['date'],
    datetime: ['timestamp(0)', 'timestamp(3) with time zone', 'timestamp(9)', 'timestamp(12)'],
  },
};

/** Made of exact operations, so JavaScript computes their values. */
const exact: Readonly<Partial<Record<Type, readonly string[]>>> = {
  string: [
    "concat(c, 'x')",
    'upper(c)',
    'length(c)',
    "c = 'abc1'",
    "c in ('abc1', 'x')",
    "coalesce(c, '-')",
    "nullif(c, 'b')",
    "case when c > 'a' then c else 'x' end",
    'substring(c, 2, 2)',
    "contains(c, 'c1')",
    "starts_with(c, 'ab')",
    "replace(c, 'b', 'd')",
    'trim(c)',
    'to_integer(c)',
    'c is null',
  ],
  integer: [
    'c + 1',
    'c * c',
    'c % 5',
    'c - 20',
    'c * -100',
    '-c',
    'abs(c)',
    'to_text(c)',
    'greatest(c, 5)',
    'coalesce(c, 0)',
    'nullif(c, 12)',
    'c in (12, 13)',
    'case when c > 3 then c end',
    "add_days(date '2024-01-01', c)",
  ],
  date: [
    'add_days(c, 1)',
    'add_months(c, 12)',
    'year(c)',
    "date_trunc('quarter', c)",
    "date_trunc('year', c)",
    "days_between(c, date '1950-01-01')",
    'to_text(c)',
    "coalesce(c, date '1950-01-01')",
    "greatest(c, date '1950-01-01')",
    "c = date '2024-02-29'",
    'add_days(c, -40000)',
  ],
  datetime: ['to_date(c)', 'hour(c)', 'weekday(c)', 'add_days(c, 1)', 'c is null', 'c = c', 'coalesce(c, c)'],
};

/** With their values. */
const inexact: Readonly<Partial<Record<Type, Readonly<Record<string, Cell>>>>> = {
  integer: { 'c / 5': 2.4, 'to_text(c * 1.5)': '18', 'c * 0.5 + c': 18, 'round(c / 7, 2)': 1.71 },
  decimal: {
    'to_text(c * c)': '156.25',
    'to_text(c - 20.25)': '-7.75',
    'to_text(round(c, 0))': '13',
    'round(-c)': -13,
    'floor(c)': 12,
    'c / 5': 2.5,
    'to_text(-c)': '-12.5',
    'to_text(coalesce(c, 0.5))': '12.5',
    'c >= 12.5': true,
    'to_text(least(c, 100.0))': '12.5',
    'to_number(c)': 12.5,
  },
  number: {
    'c * c': 156.25,
    'c / 5': 2.5,
    'round(c)': 13,
    'round(-c)': -13,
    'to_integer(-c)': -12,
    'to_text(to_decimal(c))': '12.5',
    'round(c, 1)': 12.5,
    'c > 12': true,
    'coalesce(c, 1)': 12.5,
    'least(c, 100)': 12.5,
  },
};

describe('computed columns', () => {
  const engines = useEngines('nothing');

  for (const type of Object.keys(values) as Type[])
    test(`of every native ${type} have the same values on every engine`, async () => {
      for (const engine of engines)
        for (const [index, native] of natives[engine.name][type].entries()) {
          const table = `native_${type}_${index}`;
          await fill(engine, table, native, values[type].literal);
          const dataset = datasetWith(table, { name: 'c', type });
          const expected = {
            ...withComputedColumns(dataset, { c: values[type].cell }, zurich),
            ...inexact[type],
          };
          const columns = dataset.columns.slice(1).map(({ name }) => name);
          const query = { dimensions: [{ column: 'c' }], measures: [] };
          const plan = planRows({ query, columns, mark: {} }, modelOf(dataset), zurich, 0);
          const guarded = guardRows(plan, createContextReader(viewer));
          const { rows } = compileRows(guarded, dialectNamed(engine.name));
          const result = await engine.answer(rows, plan);
          columns.forEach((name, at) => {
            const what = `${name} of ${native} on ${engine.name}`;
            assert.equal(String(result.columns[at]?.values[0]), String(expected[name]), what);
          });
        }
    });
});

async function fill(engine: TestEngine, table: string, native: string, literal: string): Promise<void> {
  await engine.execute(`CREATE TABLE ${table} (c ${native})${TEST_ENGINES[engine.name].sql.tableSuffix}`);
  const value = engine.name === 'trino' ? `CAST('${literal}' AS ${native})` : `'${literal}'`;
  await engine.execute(`INSERT INTO ${table} VALUES (${value})`);
}

function datasetWith(table: string, column: DatasetColumn & { readonly type: Type }): Dataset {
  const all = [...(exact[column.type] ?? []), ...Object.keys(inexact[column.type] ?? {})];
  const computed = all.map((expression) => ({
    name: expression,
    type: typeExpression(expression, new Map([['c', column]])).type,
    expression,
  }));
  const source = { kind: 'table', table } as const;
  return { id: table, version: 1, source, segmented: false, columns: [column, ...computed] };
}
