import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import { dialectNamed, type EngineName } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { QueryError } from '../../../src/platform/query/errors/query-error.ts';
import { guard } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { viewer, zurich } from '../../platform/query/support/cases.ts';
import type { TestEngine } from '../../platform/query/support/test-engines.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

const LIKE_POSTGRES = ['postgres', 'duckdb'];
const LONG = `$${'a'.repeat(70)}$`;
/** Leaves the subquery for a part of the statement to which its condition does not apply. */
const OUT = ') AS s UNION ALL SELECT NULL FROM (SELECT 1 AS d0 --';

/** SQL that a database reads as the end of the subquery, but that may be taken for a text or a comment. */
const attacks: readonly (readonly [readonly string[], string])[] = [
  [['postgres'], `SELECT 1 AS d0, name'\\'${OUT}'`],
  [LIKE_POSTGRES, `SELECT CASE'\\' WHEN NULL THEN 1 END AS d0${OUT}'`],
  [LIKE_POSTGRES, `SELECT 1 AS d0, 2 AS a$b$${OUT} $b$`],
  [LIKE_POSTGRES, `SELECT 1 AS d0, 2 AS ä$b$${OUT} $b$`],
  [LIKE_POSTGRES, `SELECT $ä$'$ä$ AS d0${OUT}'`],
  [LIKE_POSTGRES, `SELECT ${LONG}'${LONG} AS d0${OUT}'`],
  [LIKE_POSTGRES, `SELECT E'a''\\' || $x$' AS d0${OUT} $x$`],
  [LIKE_POSTGRES, `SELECT E'a'\n'\\' || $x$' AS d0${OUT} $x$`],
  [LIKE_POSTGRES, `SELECT e'a' -- b\n '\\' || $x$' AS d0${OUT} $x$`],
  [LIKE_POSTGRES, `SELECT 1 AS "x"\n, E'\\' || $x$' AS d0${OUT} $x$`],
  [LIKE_POSTGRES, `SELECT 1 AS d0 -- \r${OUT}`],
  [['mysql'], `SELECT 5--\u00a0 AS d0 FROM (SELECT 1 AS \u00a0) AS t${OUT} `],
];

const harmless: readonly (readonly [readonly string[], string])[] = [
  [LIKE_POSTGRES, `SELECT 1 AS d0, E'it\\'s ''fine'' )' AS a, e'\\\\' AS b`],
  [LIKE_POSTGRES, `SELECT date'2026-01-01' AS d0, 'a'\n'b''\\' AS c, 1e5 AS d, 1.5E-3 AS e`],
  [LIKE_POSTGRES, `SELECT 1 AS d0, $$ ' ) $$ AS a, $é$ ' ) $b$ $é$ AS b, 3 AS a$b$c`],
  [LIKE_POSTGRES, `SELECT 1 AS d0 -- it's ( a comment\r\n, 2 AS b /* ( /* ' */ */`],
  [['postgres'], `SELECT 1 AS d0, U&'d\\0061t' AS a, B'101' AS b, N'x\\' AS c, name'x' AS d`],
  [['mysql'], `SELECT 'it\\'s (' AS d0, "a\\")" AS b, 5--1 AS c -- it's\n, 2 AS d # (`],
];

describe('dataset SQL', () => {
  const engines = useEngines('nothing');

  function compiled(sql: string, engine: EngineName) {
    const dataset: Dataset = {
      id: 'd',
      version: 1,
      source: { kind: 'sql', sql },
      columns: [{ name: 'd0', type: 'string' }],
      segmented: false,
    };
    const plan = planQuery({ dimensions: [{ column: 'd0' }], measures: [] }, dataset, zurich, 0);
    return { plan, statement: compile(guard(plan, createContextReader(viewer)), dialectNamed(engine)) };
  }

  /** The number of rows that pass a condition that no row passes. */
  async function escaped(engine: TestEngine, source: string): Promise<number> {
    const { plan } = compiled('SELECT 1 AS d0', engine.name);
    const sql = `SELECT d0 FROM (\n${source}\n) AS s WHERE 1 = 0`;
    return (await engine.answer({ sql, params: [] }, plan)).rowCount;
  }

  test('nothing that leaves the subquery is accepted', async () => {
    for (const engine of engines) {
      for (const [, sql] of attacks.filter(([names]) => names.includes(engine.name))) {
        assert.ok((await escaped(engine, sql)) > 0, `${engine.name} stays in the subquery: ${sql}`);
        assert.throws(() => compiled(sql, engine.name), QueryError, `${engine.name}: ${sql}`);
      }
    }
  });

  test('unusual texts, names and comments are accepted', async () => {
    for (const engine of engines) {
      for (const [, sql] of harmless.filter(([names]) => names.includes(engine.name))) {
        assert.equal(await escaped(engine, sql), 0, sql);
        const { plan, statement } = compiled(sql, engine.name);
        assert.equal((await engine.answer(statement, plan)).rowCount, 1, `${engine.name}: ${sql}`);
      }
    }
  });
});
