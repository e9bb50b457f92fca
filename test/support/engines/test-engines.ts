import type { EngineName } from '@inlay/server/platform/engines/engines';
import * as all from './all.ts';
import type { EngineUnderTest } from './engine-under-test.ts';

/** Every engine under its name: a new one does not compile until the tests know it. */
export const TEST_ENGINES: Readonly<Record<EngineName, EngineUnderTest>> = all;

/** DuckDB first: the others are compared with it. */
export const ENGINE_NAMES: readonly EngineName[] = Object.values(all)
  .map(({ name }) => name)
  .toSorted((a, b) => Number(b === 'duckdb') - Number(a === 'duckdb') || a.localeCompare(b));
