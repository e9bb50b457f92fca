import assert from 'node:assert/strict';
import { CLICKHOUSE_CASES, CLICKHOUSE_REPRESENTATIVES } from './clickhouse-cases.ts';
import type { HostileCase } from './hostile-case.ts';
import { MYSQL_CASES, MYSQL_REPRESENTATIVES } from './mysql-cases.ts';
import { POSTGRES_CASES, POSTGRES_REPRESENTATIVES } from './postgres-cases.ts';
import { TRINO_CASES, TRINO_REPRESENTATIVES } from './trino-cases.ts';

export interface HostileDatabase {
  readonly kind: string;
  readonly cases: readonly HostileCase[];
  /** The few that decide about a merge. */
  readonly representatives: readonly HostileCase[];
}

function database(kind: string, cases: readonly HostileCase[], names: readonly string[]): HostileDatabase {
  const representatives = names.map((name) => {
    const found = cases.find((each) => each.name === name);
    assert.ok(found, `${kind} has no case '${name}'`);
    return found;
  });
  return { kind, cases, representatives };
}

export const HOSTILE_DATABASES: readonly HostileDatabase[] = [
  database('postgres', POSTGRES_CASES, POSTGRES_REPRESENTATIVES),
  database('mysql', MYSQL_CASES, MYSQL_REPRESENTATIVES),
  database('clickhouse', CLICKHOUSE_CASES, CLICKHOUSE_REPRESENTATIVES),
  database('trino', TRINO_CASES, TRINO_REPRESENTATIVES),
];
