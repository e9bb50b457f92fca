import type { EngineName } from '../../../engines/engine.ts';
import type { Dialect } from '../dialect.ts';
import { clickhouse } from './clickhouse.ts';
import { duckdb } from './duckdb.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { trino } from './trino.ts';

export const dialects: Readonly<Record<EngineName, Dialect>> = { duckdb, postgres, mysql, clickhouse, trino };

export function dialectNamed(name: EngineName): Dialect {
  return dialects[name];
}
