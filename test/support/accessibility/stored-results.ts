import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@inlay/server/version';
import type { Results, RunResult } from '../../../scripts/dev/accessibility/results.ts';
import { accessibilityRuns } from './accessibility-runs.ts';
import { surfaceNames } from './surfaces.ts';

const file = fileURLToPath(new URL('../../../docs/reference/accessibility.json', import.meta.url));

/** What the report is made of. */
export function readResults(): Results {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Replaces the result of one run. */
export function storeResult(result: RunResult): void {
  const all = [result, ...readResults().runs.filter(({ id }) => id !== result.id)];
  const runs = accessibilityRuns.flatMap((run) => all.filter(({ id }) => id === run.id));
  const results: Results = { version: VERSION, surfaces: surfaceNames, runs };
  writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
}
