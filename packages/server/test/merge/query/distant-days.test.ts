import assert from 'node:assert/strict';
import test, { before, describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { Dimension } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { TEST_ENGINES } from '../../../../../test/support/engines/test-engines.ts';
import { dialectNamed, type EngineName } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import type { DateGrain } from '../../../src/platform/time/calendar-date.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

const days = [
  '1900-01-01',
  '1965-05-05',
  '1969-12-31',
  '1970-01-01',
  '2024-02-29',
  '2150-08-15',
  '2299-12-31',
];

const noon: Readonly<Record<EngineName, string>> = {
  duckdb: "CAST(born AS TIMESTAMP) + INTERVAL '12 hours'",
  postgres: "born + INTERVAL '12 hours'",
  mysql: 'DATE_ADD(born, INTERVAL 12 HOUR)',
  clickhouse: "addHours(toDateTime64(born, 3, 'UTC'), 12)",
  trino: "date_add('hour', 12, CAST(born AS timestamp(6)))",
};

const datasetOn = (engine: EngineName): Dataset => ({
  id: 'people',
  version: 1,
  source: { kind: 'sql', sql: `SELECT born, ${noon[engine]} AS noon FROM people` },
  segmented: false,
  columns: [
    { name: 'born', type: 'date' },
    { name: 'noon', type: 'datetime' },
    { name: 'birthday', type: 'date', expression: 'to_date(noon)' },
  ],
});

describe('days before 1970 and after 2149', () => {
  const engines = useEngines('nothing');
  before(async () => {
    for (const { name, execute } of engines) {
      const { types, tableSuffix, literal } = TEST_ENGINES[name].sql;
      await execute(`CREATE TABLE people (born ${types.date})${tableSuffix}`);
      const rows = days.map((day) => `(${literal(day, 'date')})`);
      await execute(`INSERT INTO people VALUES ${rows.join(', ')}`);
    }
  });

  for (const [grain, starts] of Object.entries({
    day: days,
    week: days.map((day) => {
      const date = Temporal.PlainDate.from(day);
      return date.subtract({ days: date.dayOfWeek - 1 }).toString();
    }),
    month: days.map((day) => `${day.slice(0, 7)}-01`),
    quarter: [
      '1900-01-01',
      '1965-04-01',
      '1969-10-01',
      '1970-01-01',
      '2024-01-01',
      '2150-07-01',
      '2299-10-01',
    ],
    year: days.map((day) => `${day.slice(0, 4)}-01-01`),
  }))
    test(`dates, moments and computed dates fall into the same ${grain} on every engine`, async () => {
      for (const engine of engines)
        for (const column of ['born', 'noon', 'birthday'])
          assert.deepEqual(
            await startsOn(engine, { column, grain: grain as DateGrain }),
            [...new Set(starts)],
            `${column} on ${engine.name}`,
          );
    });

  test('moments fall into the same hour on every engine', async () => {
    for (const engine of engines)
      assert.deepEqual(
        await startsOn(engine, { column: 'noon', grain: 'hour' }),
        days.map((day) => `${day}T12:00:00.000Z`),
        engine.name,
      );
  });
});

async function startsOn(engine: TestEngine, dimension: Dimension): Promise<readonly Cell[] | undefined> {
  const plan = planQuery({ dimensions: [dimension], measures: [] }, datasetOn(engine.name), zurich, 0);
  const statement = compile(guard(plan, createContextReader(viewer)), dialectNamed(engine.name));
  const { columns } = await engine.answer(statement, plan);
  return columns[0]?.values;
}
