import type { EngineUnderTest } from '../engine-under-test.ts';
import { standardLiteral } from '../standard-literal.ts';

export const duckdb = {
  name: 'duckdb',
  label: 'DuckDB',
  missing: () => false,
  async find() {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll('SELECT version()');
    connection.closeSync();
    instance.closeSync();
    return { ranOn: `DuckDB ${reader.getRowsJson()[0]?.[0]} in Inlay's child processes` };
  },
  sql: {
    quote: '"',
    types: {
      string: 'VARCHAR',
      integer: 'BIGINT',
      number: 'DOUBLE',
      boolean: 'BOOLEAN',
      date: 'DATE',
      datetime: 'TIMESTAMPTZ',
      local: 'TIMESTAMP',
      json: 'JSON',
    },
    decimal: (digits, places) => `DECIMAL(${digits}, ${places})`,
    nullable: (type) => type,
    tableSuffix: '',
    literal: standardLiteral(),
  },
} satisfies EngineUnderTest;
