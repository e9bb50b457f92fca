import type { Dialect } from '../query/sql/dialect.ts';
import { clickhouse } from './clickhouse/dialect.ts';
import { duckdb } from './duckdb/dialect.ts';
import type { EngineName } from './engine.ts';
import { mysql } from './mysql/dialect.ts';
import { postgres } from './postgres/dialect.ts';
import { trino } from './trino/dialect.ts';

export const dialects: Readonly<Record<EngineName, Dialect>> = { duckdb, postgres, mysql, clickhouse, trino };

export function dialectNamed(name: EngineName): Dialect {
  return dialects[name];
}
