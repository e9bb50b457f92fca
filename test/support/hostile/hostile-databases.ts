import assert from 'node:assert/strict';
import { CLICKHOUSE_CASES, CLICKHOUSE_REPRESENTATIVES } from './clickhouse-cases.ts';
import type { HostileCase } from './hostile-case.ts';
import { MYSQL_CASES, MYSQL_REPRESENTATIVES } from './mysql-cases.ts';
import { POSTGRES_CASES, POSTGRES_REPRESENTATIVES } from './postgres-cases.ts';
import { TRINO_CASES, TRINO_REPRESENTATIVES } from './trino-cases.ts';

const CASES = {
  postgres: POSTGRES_CASES,
  mysql: MYSQL_CASES,
  clickhouse: CLICKHOUSE_CASES,
  trino: TRINO_CASES,
} as const;

type HostileKind = keyof typeof CASES;

export interface HostileDatabase {
  readonly kind: HostileKind;
  readonly cases: readonly HostileCase[];
  /** One of each kind, also tried with TLS. */
  readonly representatives: readonly HostileCase[];
}

export function hostileCase(kind: HostileKind, name: string): HostileCase {
  const found = CASES[kind].find((each) => each.name === name);
  assert.ok(found, `${kind} has no case '${name}'`);
  return found;
}

function database(kind: HostileKind, names: readonly string[]): HostileDatabase {
  const representatives = names.map((name) => hostileCase(kind, name));
  return { kind, cases: CASES[kind], representatives };
}

export const HOSTILE_DATABASES: readonly HostileDatabase[] = [
  database('postgres', POSTGRES_REPRESENTATIVES),
  database('mysql', MYSQL_REPRESENTATIVES),
  database('clickhouse', CLICKHOUSE_REPRESENTATIVES),
  database('trino', TRINO_REPRESENTATIVES),
];
