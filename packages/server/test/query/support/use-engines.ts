import { after, before } from 'node:test';
import { createOrders } from './orders.ts';
import {
  hasMariadb,
  openClickhouse,
  openDuckdb,
  openMariadb,
  openPostgres,
  type TestEngine,
} from './test-engines.ts';

/** Every engine that runs here, or whose address is given, for the tests of one file. The list is full once they begin. */
export function useEngines(has: 'orders' | 'nothing' = 'orders'): readonly TestEngine[] {
  const engines: TestEngine[] = [];
  before(async () => {
    const clickhouse = process.env.INLAY_TEST_CLICKHOUSE_URL;
    const opened = await Promise.all([
      openDuckdb(),
      openPostgres(),
      ...(hasMariadb ? [openMariadb()] : []),
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
