import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Statement } from '@inlay/server/platform/engines/engine';

/** DuckDB with the same threads and memory, one open connection over the same files, rows read out. */
export async function openBareDuckdb(folder: string, tables: readonly string[]) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '1024MB' });
  const connection = await instance.connect();
  await connection.run('SET ieee_floating_point_ops = false');
  for (const table of tables)
    await connection.run(
      `CREATE VIEW "${table}" AS FROM read_parquet('${join(folder, `${table}.parquet`)}')`,
    );
  return {
    run: async ({ sql, params }: Statement) =>
      (await connection.runAndReadAll(sql, [...params] as string[])).getRows(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
