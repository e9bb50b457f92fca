import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/server/free-port.ts';
import { sqliteStore } from '../test/support/server/start-inlay.ts';
import { startServer } from './load/server-process.ts';
import { ms, printTable } from './table.ts';
import { median } from './timed.ts';

const starts = 5;

/** From `spawn` to the first answer, on a store that exists; and what the process holds when nobody asks. */
export async function benchStart(): Promise<void> {
  const store = await sqliteStore();
  const times: number[] = [];
  let resident = 0;
  for (let round = 0; round <= starts; round += 1) {
    const server = await startServer(await freePort(), { ...store.env, INLAY_METRICS: 'true' });
    // The first start makes the store and fills the compile cache.
    if (round > 0) times.push(server.startMs);
    if (round === starts) {
      await sleep(2000);
      resident = await server.residentBytes();
    }
    await server.stop();
  }
  await store.drop();
  const startMs = median(times);
  const mebibytes = resident / 1024 / 1024;
  printTable('Start and rest', [
    {
      what: 'start to first answer',
      figure: ms(startMs),
      ratio: (startMs / 1000).toFixed(2),
      target: '≤ 1 s',
      met: startMs <= 1000,
    },
    {
      what: 'idle memory',
      figure: `${mebibytes.toFixed(0)} MB`,
      ratio: (mebibytes / 150).toFixed(2),
      target: '≤ 150 MB',
      met: mebibytes <= 150,
    },
  ]);
}
