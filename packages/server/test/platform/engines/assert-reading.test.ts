import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuUnits } from '../../../../../test/support/time/cpu-units.ts';
import { assertReading } from '../../../src/platform/engines/assert-reading.ts';
import { EngineError } from '../../../src/platform/engines/engine-error.ts';

const READING = [
  'SELECT 1',
  ' \n select 1',
  '-- why\nSELECT 1',
  '/* why */ SELECT 1',
  '((SELECT 1))',
  'WITH a AS (SELECT 1) SELECT 2',
  'FROM t',
  'VALUES (1)',
  '# why\nselect 1',
];
const OTHER = [
  '',
  '   ',
  'DELETE FROM t',
  'selection',
  '/*! DELETE */ SELECT 1',
  '/*M! SET a = */ (SELECT 1)',
  '-- SELECT 1',
  'SET x = 1',
  '/* SELECT 1',
  'EXPLAIN ANALYZE DELETE FROM t',
  'CALL p()',
  'SELECT 1 AS "a\0b"',
];

for (const sql of READING) test(`lets ${JSON.stringify(sql)} pass`, () => assertReading(sql));
for (const sql of OTHER)
  test(`stops ${JSON.stringify(sql)}`, () => assert.throws(() => assertReading(sql), EngineError));

test('assertReading: takes linear time for any text', async () => {
  for (const text of [`${'/**/ (-- \n'.repeat(100_000)}x`, '/*'.repeat(500_000)]) {
    const units = await cpuUnits(() => assert.throws(() => assertReading(text), EngineError));
    // Quadratic time would be thousands.
    assert.ok(units < 20, `it took ${units} units`);
  }
});
