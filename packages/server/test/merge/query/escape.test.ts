import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import { TEST_ENGINES } from '../../../../../test/support/engines/test-engines.ts';
import { dialectNamed, ENGINES } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import type { Dialect } from '../../../src/platform/query/text/dialect.ts';
import { scanSql } from '../../../src/platform/query/text/scan-sql.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { hostileTexts } from '../../platform/query/support/arbitrary-rules.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

/** Names that a table or a column of a customer may have, or that someone wishes it had. */
const hostileNames: readonly string[] = [
  'a"b',
  'a""b',
  'a`b',
  "a'b",
  'a\\',
  'a\\"b',
  'a\\`b',
  'a--b',
  'a/*b',
  'a;b',
  'a b',
  'a.b',
  'ä日本😀',
  '%s',
  '?',
  '$1',
  '{p1:String}',
  '{{ x }}',
  'SELECT',
  'a)b',
  '__proto__',
  'k0',
  's',
  'period',
];

describe('escaped text', () => {
  const engines = useEngines('nothing');

  function datasetNamed(name: string): Dataset {
    return {
      id: 'd',
      version: 1,
      source: { kind: 'table', table: name },
      columns: [{ name, type: 'string' }],
      measures: [{ name: 'n', kind: 'distinct', column: name }],
      rowRules: [{ column: name, operator: 'equals', value: { context: 'attributes.value' } }],
    };
  }

  function compileFor(name: string, value: string, dialect: Dialect) {
    const plan = planQuery(
      { dimensions: [{ column: name }], measures: ['n'] },
      datasetNamed(name),
      zurich,
      0,
    );
    const guarded = guard(plan, createContextReader({ ...viewer, attributes: { value } }));
    return { plan, statement: compile(guarded, dialect) };
  }

  for (const dialect of new Set(ENGINES.map((engine) => engine.dialect))) {
    test(`names cannot break out of their quotes on ${dialect.name}`, () => {
      const plain = compileFor('plain', 'x', dialect).statement.sql.replaceAll(dialect.quote('plain'), '@');
      for (const name of hostileNames) {
        const { sql } = compileFor(name, 'x', dialect).statement;
        const scan = scanSql({ ...dialect.lexicon, ownPlaceholder: /^\b$/ });
        scan.read(sql);
        scan.finish();
        assert.ok(['code', 'word'].includes(scan.place()), name);
        assert.equal(
          sql.replaceAll(dialect.quote(name), () => '@'),
          plain,
          name,
        );
      }
    });

    test(`values never become part of the SQL on ${dialect.name}`, () => {
      // Whether a value is ASCII may choose the comparison, nothing else may.
      const plain = ['plain', 'plän'].map((value) => compileFor('region', value, dialect).statement.sql);
      for (const value of hostileTexts.filter((text) => text.isWellFormed() && !text.includes('\0'))) {
        const { statement } = compileFor('region', value, dialect);
        assert.ok(plain.includes(statement.sql), value);
        assert.ok(statement.params.length > 0 && statement.params.every((param) => param === value));
      }
    });
  }

  test('real engines find every name and its stored value', async () => {
    for (const engine of engines) {
      const dialect = dialectNamed(engine.name);
      const charset = engine.name === 'mysql' ? ' CHARACTER SET utf8mb4' : '';
      const { tableSuffix, literal } = TEST_ENGINES[engine.name].sql;
      for (const [index, name] of hostileNames.entries()) {
        // MariaDB's own rules for names are narrower: no characters past U+FFFF.
        if (engine.name === 'mysql' && /[^\0-\uffff]/u.test(name)) continue;
        const quoted = dialect.quote(name);
        await engine.execute(`DROP TABLE IF EXISTS ${quoted}`);
        await engine.execute(`CREATE TABLE ${quoted} (${quoted} VARCHAR(100)${charset})${tableSuffix}`);
        const value =
          hostileTexts.filter((text) => text.isWellFormed() && !text.includes('\0') && text.length < 90)[
            index % 30
          ] ?? 'x';
        await engine.execute(`INSERT INTO ${quoted} VALUES (${literal(value, 'string')}), ('another')`);
        const { plan, statement } = compileFor(name, value, dialect);
        const answer = await engine.answer(statement, plan);
        assert.deepEqual(answer.columns[0]?.values, [value], `${engine.name} ${name}`);
        await engine.execute(`DROP TABLE ${quoted}`);
      }
    }
  });
});
