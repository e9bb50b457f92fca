/**
 * The CPU time that `work` costs this thread, in units of a fixed computation (about 25 ms on a fast machine). Time that
 * the machine spends on other processes does not count, and a slow machine stretches both alike.
 */
export async function cpuUnits(work: () => unknown): Promise<number> {
  const unit = unitCpuMs();
  const started = process.threadCpuUsage();
  await work();
  return millisecondsSince(started) / unit;
}

/** The median CPU time of the computation in this thread, in milliseconds. */
export function unitCpuMs(): number {
  // The first runs are slow, before the loop is compiled.
  const runs = Array.from({ length: 7 }, computeUnit).slice(2);
  return runs.toSorted((a, b) => a - b)[2] ?? 0;
}

function computeUnit(): number {
  const started = process.threadCpuUsage();
  let state = 1;
  for (let step = 0; step < 18_000_000; step++) state = (Math.imul(state, 1664525) + 1013904223) | 0;
  // Read, so that the loop cannot be optimized away.
  if (state === 0) throw new Error('unreachable for this seed');
  return millisecondsSince(started);
}

function millisecondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}
