import { after, before, test } from 'node:test';
import { skipWithoutMariadb } from '../../../../../../test/support/start-mariadb.ts';
import { createOrders } from './orders.ts';
import { openClickhouse, openDuckdb, openMariadb, openPostgres, type TestEngine } from './test-engines.ts';

/** Every engine that runs here, or whose address is given, for the tests of one file. The list is full once they begin. */
export function useEngines(has: 'orders' | 'nothing' = 'orders'): readonly TestEngine[] {
  const engines: TestEngine[] = [];
  // Tests run on every engine in turn, so this line of the report stands for the queries that did not run on MariaDB.
  if (skipWithoutMariadb) test('MariaDB is one of the engines', { skip: skipWithoutMariadb });
  before(async () => {
    const clickhouse = process.env.INLAY_TEST_CLICKHOUSE_URL;
    const opened = await Promise.all([
      openDuckdb(),
      openPostgres(),
      ...(skipWithoutMariadb ? [] : [openMariadb()]),
      ...(clickhouse === undefined ? [] : [openClickhouse(clickhouse)]),
    ]);
    engines.push(...opened);
    if (has === 'nothing') return;
    for (const engine of engines)
      for (const sql of createOrders(engine.name as Parameters<typeof createOrders>[0]))
        await engine.execute(sql);
  });
  after(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  });
  return engines;
}
