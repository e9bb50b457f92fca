import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { ENGINES } from '../../../src/platform/engines/engines.ts';
import { compile } from '../../../src/platform/query/compile/compile.ts';
import { guard, guardedSummaries } from '../../../src/platform/query/guard/guard.ts';
import { planQuery } from '../../../src/platform/query/plan/plan.ts';
import type { CompiledStatement } from '../../../src/platform/query/text/fragment.ts';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { queryCases } from './support/cases.ts';

const folder = new URL('./golden/', import.meta.url);
/** Engines may share one. */
const dialects = new Set(ENGINES.map(({ dialect }) => dialect));
const regenerate = process.env.UPDATE_GOLDEN === '1';

for (const item of queryCases) {
  const guarded = guard(
    planQuery(item.spec, item.dataset, item.calendar, 0),
    createContextReader(item.context),
  );
  for (const dialect of dialects) {
    test(`golden SQL: ${item.name} on ${dialect.name}`, () => {
      const text = [guarded, ...guardedSummaries(guarded)]
        .map((each) => write(compile(each, dialect)))
        .join('\n');
      const file = new URL(`${item.name}.${dialect.name}.sql`, folder);
      const changed = new URL(`${item.name}.${dialect.name}-changed.sql`, folder);
      rmSync(changed, { force: true });
      if (regenerate) writeFileSync(file, text);
      const golden = existsSync(file) ? readFileSync(file, 'utf8') : '';
      if (golden !== text) writeFileSync(changed, text);
      assert.equal(text, golden);
    });
  }
}

test('every golden file belongs to a case', () => {
  const wanted = queryCases.flatMap((item) =>
    [...dialects].map((dialect) => `${item.name}.${dialect.name}.sql`),
  );
  const found = readdirSync(folder).filter((file) => !file.endsWith('-changed.sql'));
  assert.deepEqual(found.sort(), wanted.sort());
});

function write(statement: CompiledStatement): string {
  const params = statement.params.map(
    (param, index) => `-- ${index + 1} ${statement.origins[index]}: ${JSON.stringify(param)}\n`,
  );
  return `${statement.sql}\n${params.join('')}`;
}
