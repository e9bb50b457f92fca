import type { ColumnType } from '@inlay/protocol/result';
import type { PoolConnection } from 'mysql2';
import type { TableDescription } from '../engine.ts';
import { runCommand } from './session.ts';

// MariaDB's JSON is LONGTEXT with this check; MySQL's is a type.
const COLUMNS = `
  SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, c.DATA_TYPE, c.COLUMN_TYPE, c.IS_NULLABLE, %JSON%
  FROM information_schema.COLUMNS c
  WHERE c.TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')
  ORDER BY c.TABLE_SCHEMA, c.TABLE_NAME, c.ORDINAL_POSITION`;
const MARIADB_JSON = `EXISTS (SELECT 1 FROM information_schema.CHECK_CONSTRAINTS k
  WHERE k.CONSTRAINT_SCHEMA = c.TABLE_SCHEMA AND k.TABLE_NAME = c.TABLE_NAME AND k.CONSTRAINT_NAME = c.COLUMN_NAME
    AND k.CHECK_CLAUSE LIKE 'json_valid(%')`;

type Row = readonly [string, string, string, string, string, string, number | string];

const TYPES: Readonly<Record<string, ColumnType>> = {
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  bigint: 'integer',
  year: 'integer',
  bit: 'integer',
  decimal: 'decimal',
  float: 'number',
  double: 'number',
  date: 'date',
  datetime: 'datetime',
  timestamp: 'datetime',
  json: 'json',
};

/** @param version the result of `SELECT VERSION()` */
export async function describeMysqlTables(
  connection: PoolConnection,
  version: unknown,
): Promise<readonly TableDescription[]> {
  const json = /mariadb/i.test(JSON.stringify(version)) ? MARIADB_JSON : '0';
  const rows = (await runCommand(connection, COLUMNS.replace('%JSON%', json))) as readonly Row[];
  const tables = Map.groupBy(rows, ([schema, table]) => JSON.stringify([schema, table]));
  return [...tables.values()].map((columns) => ({
    schema: columns[0]?.[0] ?? '',
    name: columns[0]?.[1] ?? '',
    columns: columns.map(([, , name, dataType, columnType, nullable, isJson]) => ({
      name,
      type: readType(dataType.toLowerCase(), columnType.toLowerCase(), Number(isJson) === 1),
      nullable: nullable === 'YES',
    })),
  }));
}

function readType(dataType: string, columnType: string, isJson: boolean): ColumnType {
  if (isJson) return 'json';
  if (/^(tinyint|bit)\(1\)/.test(columnType)) return 'boolean';
  return TYPES[dataType] ?? 'string';
}
