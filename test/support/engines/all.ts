/** All engines, one line each, as in the server. */
export { clickhouse } from './clickhouse/index.ts';
export { duckdb } from './duckdb/index.ts';
export { mysql } from './mysql/index.ts';
export { postgres } from './postgres/index.ts';
export { trino } from './trino/index.ts';
