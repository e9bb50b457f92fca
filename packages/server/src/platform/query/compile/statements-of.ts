import { LRUCache } from 'lru-cache';
import type { Statement } from '../../engines/engine.ts';
import { dialectNamed } from '../../engines/engines.ts';
import { objectNumber } from '../../object-number.ts';
import { type GuardedPlan, guardedSummaries } from '../guard/guard.ts';
import { compile } from './compile.ts';

export interface Statements {
  readonly rows: Statement;
  /** The statements of totals and subtotals. */
  readonly summaries: readonly Statement[];
}

const remembered = new LRUCache<string, Statements>({
  maxSize: 16 * 1024 * 1024,
  // V8 stores text in one or two bytes per character; parameters repeat values of the key.
  sizeCalculation: ({ rows, summaries }, key) =>
    2 * [rows, ...summaries].reduce((length, { sql }) => length + sql.length, 2 * key.length),
});

/**
 * The statements of a guarded plan. Remembered by all that they are compiled from: the plan, the rules and the templates
 * with this viewer's values, the dialect.
 */
export function statementsOf(guarded: GuardedPlan, engine: Parameters<typeof dialectNamed>[0]): Statements {
  const { plan, sources } = guarded;
  const key = JSON.stringify([
    engine,
    objectNumber(plan),
    sources.map(({ rows, template }) => [rows, template]),
  ]);
  const known = remembered.get(key);
  if (known) return known;
  const dialect = dialectNamed(engine);
  const statements = {
    rows: compile(guarded, dialect),
    summaries: guardedSummaries(guarded).map((summary) => compile(summary, dialect)),
  };
  remembered.set(key, statements);
  return statements;
}
