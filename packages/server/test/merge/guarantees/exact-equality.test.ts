import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import type { ColumnType } from '@inlay/protocol/result';
import { skipEngine } from '../../../../../test/support/engines/skip-engine.ts';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import { openMariadb, openPostgres, type TestEngine } from '../../platform/query/support/test-engines.ts';

describe('equality of values', () => {
  let postgres: TestEngine;
  let mariadb: TestEngine;

  before(async () => {
    postgres = await openPostgres();
    if (!skipEngine('mysql')) mariadb = await openMariadb();
  });

  after(async () => {
    await Promise.all([postgres?.close(), mariadb?.close()]);
  });

  let tables = 0;

  /** What a rule `column equals attribute` lets through of a column of the engine's own making. */
  async function seen(
    engine: TestEngine,
    type: string,
    stored: readonly string[],
    value: unknown,
    declared: ColumnType = 'string',
  ) {
    tables += 1;
    const table = `exact_${tables}`;
    await engine.execute(`CREATE TABLE ${table} (c ${type})`);
    await engine.execute(`INSERT INTO ${table} VALUES ${stored.map((text) => `(${text})`).join(', ')}`);
    const dataset: Dataset = {
      id: 'd',
      version: 1,
      source: { kind: 'table', table },
      columns: [{ name: 'c', type: declared }],
      rowRules: [{ column: 'c', operator: 'equals', value: { context: 'attributes.x' } }],
    };
    const plan = planQuery({ dimensions: [{ column: 'c' }], measures: [] }, dataset, zurich, 0);
    const guarded = guard(plan, createContextReader({ ...viewer, attributes: { x: value } }));
    return (await engine.answer(compile(guarded, dialectNamed(engine.name)), plan)).columns[0]?.values;
  }

  test('PostgreSQL: ignores collations that treat different texts as equal', async () => {
    await postgres.execute(
      `CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`,
    );
    assert.deepEqual(await seen(postgres, 'text COLLATE loose', ["'EU'", "'eu'", "'Eü'"], 'EU'), ['EU']);
    assert.deepEqual(await seen(postgres, 'text COLLATE loose', ["'EU'"], 'eu'), []);
  });

  test('PostgreSQL: compares uuid and enum columns as text', async () => {
    const id = '6f2a1f0e-0000-4000-8000-00000000000a';
    assert.deepEqual(
      await seen(postgres, 'uuid', [`'${id}'`, "'6f2a1f0e-0000-4000-8000-00000000000b'"], id),
      [id],
    );
    assert.deepEqual(await seen(postgres, 'uuid', [`'${id}'`], id.toUpperCase()), []);
    await postgres.execute(`CREATE TYPE continent AS ENUM ('EU', 'eu')`);
    assert.deepEqual(await seen(postgres, 'continent', ["'EU'", "'eu'"], 'EU'), ['EU']);
  });

  test('PostgreSQL: compares numbers exactly at any size and scale', async () => {
    assert.deepEqual(
      await seen(
        postgres,
        'bigint',
        ['9223372036854775807', '9223372036854775806'],
        9223372036854775807n,
        'integer',
      ),
      ['9223372036854775807'],
    );
    assert.deepEqual(await seen(postgres, 'numeric', ['0.1', '0.10', '0.1000000001'], 0.1, 'decimal'), [0.1]);
    assert.deepEqual(await seen(postgres, 'smallint', ['1', '0'], 2 ** 40, 'integer'), []);
  });

  test('MariaDB: distinguishes case, accents, trailing spaces and character sets', {
    skip: skipEngine('mysql'),
  }, async () => {
    const stored = ["'EU'", "'eu'", "'EU '", "'Eü'"];
    for (const charset of [
      'utf8mb4 COLLATE utf8mb4_unicode_ci',
      'utf8mb4 COLLATE utf8mb4_bin',
      'latin1 COLLATE latin1_swedish_ci',
      'utf8mb3 COLLATE utf8mb3_general_ci',
    ]) {
      const type = `VARCHAR(20) CHARACTER SET ${charset}`;
      assert.deepEqual(await seen(mariadb, type, stored, 'EU'), ['EU'], charset);
      assert.deepEqual(await seen(mariadb, type, stored, 'Eü'), ['Eü'], charset);
      assert.deepEqual(await seen(mariadb, type, stored, 'EÜ'), [], charset);
      assert.deepEqual(await seen(mariadb, type, stored, '日本'), [], charset);
      assert.deepEqual(await seen(mariadb, type, stored, '😀'), [], charset);
    }
    assert.deepEqual(await seen(mariadb, 'TEXT CHARACTER SET utf8mb4', ["'a'", "'A'"], 'a'), ['a']);
  });

  test('MariaDB: never compares text as a number or a number as text', {
    skip: skipEngine('mysql'),
  }, async () => {
    const stored = ["'0'", "'12abc'", "'abc'", "'12'"];
    assert.deepEqual(await seen(mariadb, 'VARCHAR(20)', stored, 0), []);
    assert.deepEqual(await seen(mariadb, 'VARCHAR(20)', stored, '12'), ['12']);
    assert.deepEqual(await seen(mariadb, 'VARCHAR(20)', stored, 12, 'integer'), [12]);
    assert.deepEqual(await seen(mariadb, 'INT', ['0', '1', '12'], '12abc'), []);
    assert.deepEqual(await seen(mariadb, 'INT', ['0', '1', '12'], 'abc'), []);
    assert.deepEqual(
      await seen(
        mariadb,
        'BIGINT',
        ['9223372036854775807', '9223372036854775806'],
        9223372036854775807n,
        'integer',
      ),
      ['9223372036854775807'],
    );
  });
});
