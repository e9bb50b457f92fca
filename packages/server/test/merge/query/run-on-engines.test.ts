import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { dialectNamed } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard, guardedSummaries } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { queryCases } from '../../platform/query/support/cases.ts';
import { useEngines } from '../../platform/query/support/use-engines.ts';

describe('compiled statements', () => {
  const engines = useEngines();

  for (const item of queryCases) {
    test(`${item.name} gives the same result on every engine that runs here`, async () => {
      const plan = planQuery(item.spec, item.dataset, item.calendar, 0);
      const guarded = guard(plan, createContextReader(item.context));
      const answers = [];
      for (const engine of engines) {
        const dialect = dialectNamed(engine.name);
        const summaries = [];
        for (const summary of guardedSummaries(guarded))
          summaries.push(await engine.answer(compile(summary, dialect), summary.plan));
        answers.push({ main: await engine.answer(compile(guarded, dialect), plan), summaries });
      }
      const [first, ...others] = answers;
      others.forEach(
        (answer, index) => void assert.deepEqual(answer, first, `differs on ${engines[index + 1]?.name}`),
      );
      if (!item.name.includes('denied') && !item.name.includes('attribute')) assert.ok(first?.main.rowCount);
    });
  }
});
