import { after, before, test } from 'node:test';
import { skipEngine } from '../../../../../../test/support/engines/skip-engine.ts';
import { createOrders } from './orders.ts';
import {
  openClickhouse,
  openDuckdb,
  openMariadb,
  openPostgres,
  openTrino,
  type TestEngine,
} from './test-engines.ts';

const OTHERS = { postgres: openPostgres, mysql: openMariadb, clickhouse: openClickhouse, trino: openTrino };

/** Every engine that runs here, or whose address is given, for the tests of one file. The list is full once they begin. */
export function useEngines(has: 'orders' | 'nothing' = 'orders'): readonly TestEngine[] {
  const engines: TestEngine[] = [];
  // Tests run on every engine in turn, so this line of the report stands for the queries that did not run on MariaDB.
  const skip = skipEngine('mysql');
  if (skip) test('MariaDB is one of the engines', { skip });
  before(async () => {
    // DuckDB runs always: it is what the others are compared with.
    const names = (['postgres', 'mysql', 'clickhouse', 'trino'] as const).filter((name) => !skipEngine(name));
    const opened = await Promise.all([openDuckdb(), ...names.map((name) => OTHERS[name]())]);
    engines.push(...opened);
    if (has === 'nothing') return;
    for (const engine of engines) for (const sql of createOrders(engine.name)) await engine.execute(sql);
  });
  after(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  });
  return engines;
}
