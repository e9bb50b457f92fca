import { makeEgressRules } from '@inlay/server/platform/egress/egress-rules';
import type { Engine, QueryLimits } from '@inlay/server/platform/engines/engine';
import { NetworkProcesses } from '@inlay/server/platform/engines/network/network-processes';
import { openNetworkEngine } from '@inlay/server/platform/engines/network/open-network-engine';
import { openPostgres } from '@inlay/server/platform/engines/postgres/driver';
import { systemTime } from '@inlay/server/platform/time/time';
import { startPostgres } from '../test/support/stores/start-postgres.ts';
import { cpuMsOf } from './load/process-tree.ts';
import { ms, printTable } from './table.ts';
import { median, timed } from './timed.ts';

const limits: QueryLimits = { maxRows: 200_000, maxBytes: 100_000_000, timeoutMs: 60_000 };
const rowsOf = (count: number) => ({
  sql: `SELECT n, 'name ' || n AS name, n * 1.5 AS amount, DATE '2026-01-01' + (n % 300) AS day, n % 7 = 0 AS seventh
    FROM generate_series(1, ${count}) AS n`,
  params: [],
});
const smallRounds = 400;
const largeRounds = 12;

/** What it costs that a driver runs in another process: the same driver, here and there, in turn. */
export async function benchEngineProcesses(): Promise<void> {
  const postgres = await startPostgres({ isDurable: false });
  const { hostname, port, pathname, username, password } = new URL(postgres.url);
  const connection = {
    engine: 'postgres',
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: username,
    password: { reveal: () => password },
    tls: 'off',
  } as const;
  const egress = makeEgressRules(['127.0.0.0/8'], systemTime);
  const environment = { egress, poolSize: { maxConnections: 1, idleMs: 60_000 }, time: systemTime };
  const processes = new NetworkProcesses({ time: systemTime });
  const here = openPostgres(connection, environment);
  const there = openNetworkEngine(connection, environment, { processes, key: 'YmVuY2g=', tenant: 'demo' });
  try {
    await measureSmall(here, there);
    await measureLarge(here, there, processes);
  } finally {
    await Promise.all([here.close(), there.close()]);
    await processes.close();
    await postgres.stop();
  }
}

async function measureSmall(here: Engine, there: Engine): Promise<void> {
  const [near, far]: [number[], number[]] = [[], []];
  for (let round = 0; round < smallRounds; round += 1) {
    const nearMs = await timed(() => here.query(rowsOf(100), limits));
    const farMs = await timed(() => there.query(rowsOf(100), limits));
    if (round < smallRounds / 4) continue;
    near.push(nearMs);
    far.push(farMs);
  }
  const added = median(far) - median(near);
  printTable('A query of 100 rows, its driver in another process', [
    { what: 'driver in the same process', figure: ms(median(near)) },
    { what: 'driver in an engine process', figure: ms(median(far)) },
    { what: 'added', figure: ms(added), target: '≤ 0.5 ms', met: added <= 0.5 },
  ]);
}

async function measureLarge(here: Engine, there: Engine, processes: NetworkProcesses): Promise<void> {
  const [near, far]: [number[], number[]] = [[], []];
  for (let round = 0; round < largeRounds; round += 1) {
    near.push(await cpuMs(() => here.query(rowsOf(100_000), limits), processes));
    far.push(await cpuMs(() => there.query(rowsOf(100_000), limits), processes));
  }
  const added = median(far) / median(near) - 1;
  printTable('A query of 100,000 rows, CPU time of the server and its engine process', [
    { what: 'driver in the same process', figure: ms(median(near)) },
    { what: 'driver in an engine process', figure: ms(median(far)) },
    { what: 'added', figure: `${(added * 100).toFixed(0)} %`, target: '≤ 20 %', met: added <= 0.2 },
  ]);
}

async function cpuMs(work: () => Promise<unknown>, { pids }: NetworkProcesses): Promise<number> {
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  };
  const before = used();
  await work();
  return used() - before;
}
