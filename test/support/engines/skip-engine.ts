import type { EngineName } from '@inlay/server/platform/engines/engines';
import { isFullTier } from '../source/full-tier.ts';
import { TEST_ENGINES } from './test-engines.ts';

export const NOT_CHOSEN = 'the engine runs in the full tier';

/**
 * The `skip` of an engine's tests: why they cannot run, or false. `npm test` runs them on those of its tier, which come with
 * the packages; the full tier on every engine that is installed; `npm run test:engines` on the one it names.
 */
export function skipEngine(
  engine: EngineName,
  ofMergeTier: readonly EngineName[] = ['duckdb', 'postgres'],
): string | false {
  const chosen = process.env.INLAY_TEST_ENGINES?.split(',') ?? (isFullTier ? [engine] : ofMergeTier);
  if (!chosen.includes(engine)) return NOT_CHOSEN;
  return TEST_ENGINES[engine].missing();
}
