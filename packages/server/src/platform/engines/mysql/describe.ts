import type { ColumnType } from '@inlay/protocol/result';
import type { PoolConnection } from 'mysql2';
import type { ForeignKey, TableDescription } from '../engine.ts';
import { foreignKeysOf } from '../foreign-keys-of.ts';
import { DESCRIBE_LIMITS } from '../result-limits.ts';
import { runCommand } from './session.ts';

// MariaDB's JSON is LONGTEXT with this check; MySQL's is a type.
const COLUMNS = `
  SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, c.DATA_TYPE, c.COLUMN_TYPE, c.IS_NULLABLE, %JSON%
  FROM information_schema.COLUMNS c
  WHERE c.TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')
  ORDER BY c.TABLE_SCHEMA, c.TABLE_NAME, c.ORDINAL_POSITION
  LIMIT ${DESCRIBE_LIMITS.maxRows}`;
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
  const tables = Map.groupBy(rows.slice(0, DESCRIBE_LIMITS.maxRows), ([schema, table]) =>
    JSON.stringify([schema, table]),
  );
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

// The name of a constraint is unique in its schema and table only. InnoDB accepts keys that are not unique.
const FOREIGN_KEYS = `
  SELECT CONCAT_WS(CHAR(0), k.CONSTRAINT_SCHEMA, k.TABLE_NAME, k.CONSTRAINT_NAME), k.TABLE_SCHEMA, k.TABLE_NAME,
    k.COLUMN_NAME, k.REFERENCED_TABLE_SCHEMA, k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME,
    EXISTS (SELECT 1 FROM information_schema.REFERENTIAL_CONSTRAINTS r
      JOIN information_schema.TABLE_CONSTRAINTS t ON t.TABLE_SCHEMA = r.UNIQUE_CONSTRAINT_SCHEMA
        AND t.TABLE_NAME = r.REFERENCED_TABLE_NAME AND t.CONSTRAINT_NAME = r.UNIQUE_CONSTRAINT_NAME
        AND t.CONSTRAINT_TYPE IN ('PRIMARY KEY', 'UNIQUE')
      WHERE r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.TABLE_NAME = k.TABLE_NAME
        AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME)
  FROM information_schema.KEY_COLUMN_USAGE k
  WHERE k.REFERENCED_TABLE_NAME IS NOT NULL
  ORDER BY k.TABLE_SCHEMA, k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION
  LIMIT 10000`;

export async function describeMysqlForeignKeys(connection: PoolConnection): Promise<readonly ForeignKey[]> {
  return foreignKeysOf((await runCommand(connection, FOREIGN_KEYS)) as readonly (readonly unknown[])[]);
}

function readType(dataType: string, columnType: string, isJson: boolean): ColumnType {
  if (isJson) return 'json';
  if (/^(tinyint|bit)\(1\)/.test(columnType)) return 'boolean';
  return TYPES[dataType] ?? 'string';
}
