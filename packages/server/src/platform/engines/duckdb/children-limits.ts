import { availableParallelism, totalmem } from 'node:os';
import type { ChildrenOptions } from './duckdb-children.ts';

const MEMORY_MB = 1024;
const MAX_CHILDREN = 16;

/**
 * Limits for this machine. All DuckDB processes together use less than half of the memory of the machine or
 * container, and there are at most two per core; at least two, so that one tenant cannot block all others (ADR 307).
 */
export function childrenLimits(): ChildrenOptions {
  const machineMb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2;
  const byMemory = machineMb / 2 / MEMORY_MB;
  const byCores = availableParallelism() * 2;
  return {
    maxChildren: Math.max(2, Math.floor(Math.min(byMemory, byCores, MAX_CHILDREN))),
    maxJobs: 4,
    idleMs: 60_000,
    surplusMs: 5_000,
    resources: { memoryMb: MEMORY_MB, processMb: 2 * MEMORY_MB, threads: 2, spillMb: 4096 },
  };
}
