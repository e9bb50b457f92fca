import { after, before, test } from 'node:test';
import { skipEngine } from '../../../../../../test/support/engines/skip-engine.ts';
import { ENGINE_NAMES } from '../../../../../../test/support/engines/test-engines.ts';
import { createOrders } from './orders.ts';
import { OPEN_ENGINE, type TestEngine } from './test-engines.ts';

/** Every engine that runs here, or whose address is given, for the tests of one file. The list is full once they begin. */
export function useEngines(has: 'orders' | 'nothing' = 'orders'): readonly TestEngine[] {
  const engines: TestEngine[] = [];
  // Tests run on every engine in turn, so this line of the report stands for the queries that did not run on MariaDB.
  const skip = skipEngine('mysql');
  if (skip) test('MariaDB is one of the engines', { skip });
  before(async () => {
    // DuckDB runs always: it is what the others are compared with.
    const names = ENGINE_NAMES.filter((name) => name === 'duckdb' || !skipEngine(name));
    engines.push(...(await Promise.all(names.map((name) => OPEN_ENGINE[name]()))));
    if (has === 'nothing') return;
    for (const engine of engines) for (const sql of createOrders(engine.name)) await engine.execute(sql);
  });
  after(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  });
  return engines;
}
