const PASSES = 40;
const ROUNDS = 40;

/**
 * What a run takes, in ms, warm: the median and the 95th percentile. Of many short passes the quietest counts: on a
 * busy machine the others measure its neighbours.
 */
export function quietest(run: () => unknown): { readonly p50: number; readonly p95: number } {
  const passes = Array.from({ length: PASSES }, () => {
    const times = Array.from({ length: ROUNDS }, () => {
      const started = performance.now();
      run();
      return performance.now() - started;
    }).sort((a, b) => a - b);
    return { p50: times[ROUNDS / 2] as number, p95: times[Math.floor(ROUNDS * 0.95)] as number };
  });
  return {
    p50: Math.min(...passes.map((pass) => pass.p50)),
    p95: Math.min(...passes.map((pass) => pass.p95)),
  };
}
