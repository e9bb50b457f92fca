/**
 * How often a sample of `a` is larger than one of `b`, ties counting half (Mann and Whitney's U over its most):
 * near 0.5 where both take the same time, whatever else the machine was doing meanwhile.
 */
export function rankComparison(a: readonly number[], b: readonly number[]): number {
  let larger = 0;
  for (const x of a) for (const y of b) larger += x > y ? 1 : x === y ? 0.5 : 0;
  return larger / (a.length * b.length);
}

/** Times both in turn, so that a slow moment of the machine affects both. */
export async function timeInTurn(
  samples: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<readonly [number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  const timed = async (work: () => Promise<unknown>, into: number[]) => {
    const started = performance.now();
    await work();
    into.push(performance.now() - started);
  };
  for (let i = 0; i < samples; i += 1) {
    await timed(first, times[0]);
    await timed(second, times[1]);
  }
  return times;
}
