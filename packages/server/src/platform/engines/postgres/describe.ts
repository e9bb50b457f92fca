import type { PoolClient, Submittable } from 'pg';
import type { EngineColumn, ForeignKey, TableDescription } from '../engine.ts';
import { badResponse } from '../engine-error.ts';
import { foreignKeysOf } from '../foreign-keys-of.ts';
import { DESCRIBE_LIMITS } from '../result-limits.ts';
import { postgresColumnType } from './column-types.ts';

const TABLES = `
  SELECT n.nspname, c.relname, a.attname, CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END::int8, a.attnotnull
  FROM pg_catalog.pg_attribute a
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND a.attnum > 0 AND NOT a.attisdropped
    AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
    AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
  ORDER BY n.nspname, c.relname, a.attnum
  LIMIT ${DESCRIBE_LIMITS.maxRows}`;

export async function describePostgresTables(client: PoolClient): Promise<readonly TableDescription[]> {
  const rows = await readAll<[string, string, string, string, boolean]>(client, TABLES);
  const tables = Map.groupBy(rows.slice(0, DESCRIBE_LIMITS.maxRows), ([schema, table]) =>
    JSON.stringify([schema, table]),
  );
  return [...tables.values()].map((columns) => ({
    schema: columns[0]?.[0] ?? '',
    name: columns[0]?.[1] ?? '',
    columns: columns.map(([, , name, oid, notNull]) => ({
      name,
      type: postgresColumnType(Number(oid)),
      nullable: !notNull,
    })),
  }));
}

const FOREIGN_KEYS = `
  SELECT k.oid::text, n.nspname, c.relname, a.attname, fn.nspname, fc.relname, fa.attname, true
  FROM pg_catalog.pg_constraint k
  CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS pair(own, other, place)
  JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = pair.own
  JOIN pg_catalog.pg_class fc ON fc.oid = k.confrelid
  JOIN pg_catalog.pg_namespace fn ON fn.oid = fc.relnamespace
  JOIN pg_catalog.pg_attribute fa ON fa.attrelid = fc.oid AND fa.attnum = pair.other
  WHERE k.contype = 'f'
    AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
    AND has_schema_privilege(fn.oid, 'USAGE') AND has_column_privilege(fc.oid, fa.attnum, 'SELECT')
  ORDER BY n.nspname, c.relname, k.conname, k.oid, pair.place
  LIMIT 10000`;

export async function describePostgresForeignKeys(client: PoolClient): Promise<readonly ForeignKey[]> {
  return foreignKeysOf(await readAll<unknown[]>(client, FOREIGN_KEYS));
}

/** Fails if the server was ready for the next statement without having ended this one. */
async function readAll<Row extends unknown[]>(client: PoolClient, text: string): Promise<readonly Row[]> {
  const { rows, command } = await client.query<Row>({ text, rowMode: 'array' });
  if (command !== 'SELECT') throw badResponse('The rows have no end.');
  return rows;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** Parses and describes a statement without running it: PostgreSQL docs, "Extended Query". */
export function describePostgresStatement(client: PoolClient, sql: string): Promise<readonly EngineColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly EngineColumn[] = [];
    let failed = false;
    client.query({
      submit(connection) {
        connection.parse({ text: sql, name: '', types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: RowDescription) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: postgresColumnType(dataTypeID) }));
      },
      handleReadyForQuery() {
        if (!failed) resolve(columns);
      },
      handleError(error: Error) {
        failed = true;
        reject(error);
      },
    } as Submittable);
  });
}
