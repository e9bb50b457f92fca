import { currentTrace } from '../../tracing/current-trace.ts';
import type { ConnectionConfig, NetworkConnection } from '../connection-config.ts';
import type { DriverEnvironment } from '../define-engine.ts';
import { makeDrain } from '../drain.ts';
import type { Engine } from '../engine.ts';
import { joinBatches } from '../process/join-batches.ts';
import { CONNECT_TIMEOUT_MS } from '../test-connection.ts';
import type { NetworkProcesses, Pool } from './network-processes.ts';

/** Drivers have limits of their own, which are shorter. */
const DESCRIBING_MS = 60_000;
const TESTING_MS = 2 * CONNECT_TIMEOUT_MS;

export interface NetworkPlace {
  readonly processes: NetworkProcesses;
  /** The same for the same tenant and connection. */
  readonly key: string;
  readonly tenant: string;
}

let lastPool = 0;

/** Opens a database over the network. Its driver runs in one of the processes. */
export function openNetworkEngine(
  config: ConnectionConfig,
  { egress, poolSize, time }: DriverEnvironment,
  { processes, key, tenant }: NetworkPlace,
): Engine {
  lastPool += 1;
  const id = lastPool;
  // An engine without `openFiles` has the fields of a database over the network.
  const { password, ...rest } = config as NetworkConnection;
  const connection = { ...rest, password: password.reveal() };
  const pool: Pool = {
    key,
    tenant,
    server: rest.port === undefined ? rest.host : `${rest.host}:${rest.port}`,
    open: { kind: 'open', pool: id, tenant, connection, networks: egress.networks, poolSize },
  };
  const drain = makeDrain(time);
  const about = () => ({ pool: id, trace: currentTrace.getStore() });
  const describing = (signal: AbortSignal | undefined) => ({ timeoutMs: DESCRIBING_MS, signal });
  return {
    describe: (signal) =>
      drain.run(
        async () => (await processes.run(pool, { kind: 'describe', ...about() }, describing(signal))).result,
      ),
    foreignKeys: (signal) =>
      drain.run(
        async () =>
          (await processes.run(pool, { kind: 'foreignKeys', ...about() }, describing(signal))).result,
      ),
    describeStatement: (statement, signal) =>
      drain.run(async () => {
        const job = { kind: 'describeStatement', statement, ...about() } as const;
        return (await processes.run(pool, job, describing(signal))).result;
      }),
    query: (statement, limits, signal) =>
      drain.run(async () => {
        const job = { kind: 'query', statement, limits, ...about() } as const;
        return joinBatches(await processes.run(pool, job, { timeoutMs: limits.timeoutMs, signal }));
      }),
    test: (signal) =>
      drain.run(async () => {
        await processes.run(pool, { kind: 'test', ...about() }, { timeoutMs: TESTING_MS, signal });
      }),
    async close() {
      await drain.close();
      processes.forget(pool);
    },
  };
}
