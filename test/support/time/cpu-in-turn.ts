/**
 * The CPU time of this process, in microseconds, for each of two kinds of work. They take turns, so that compiling and
 * collecting garbage cost both the same.
 */
export async function cpuInTurn(
  rounds: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<readonly [number, number]> {
  const sums: [number, number] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    sums[0] += await cpuOf(first);
    sums[1] += await cpuOf(second);
  }
  return sums;
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return user + system;
}
