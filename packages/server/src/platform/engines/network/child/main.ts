import { LRUCache } from 'lru-cache';
import { type EgressRules, makeEgressRules } from '../../../egress/egress-rules.ts';
import { systemTime } from '../../../time/time.ts';
import { currentTrace } from '../../../tracing/current-trace.ts';
import type { Engine } from '../../engine.ts';
import { EngineError } from '../../engine-error.ts';
import { type JobContext, serveJobs } from '../../process/serve-jobs.ts';
import { DRIVERS } from '../drivers.ts';
import type { NetworkJob, NetworkNote, NetworkResults, OpenPool } from '../messages.ts';

/** The process that runs the drivers of databases: whatever a database sends, it does not reach the server. */

const pools = new Map<number, Promise<Engine>>();

const MAX_TENANTS = 1000;
/** The connections of a tenant share its limits for resolving names. */
const egress = new LRUCache<string, EgressRules>({ max: MAX_TENANTS });

function egressOf(tenant: string, networks: readonly string[]): EgressRules {
  const key = JSON.stringify([tenant, networks]);
  const rules = egress.get(key) ?? makeEgressRules(networks, systemTime);
  egress.set(key, rules);
  return rules;
}

serveJobs<NetworkJob, NetworkResults, undefined, NetworkNote>({
  async start() {},
  receive(note) {
    if (note.kind === 'close') return close(note.pool);
    const opening = open(note);
    // Each job that needs the pool reports why it could not be opened.
    opening.catch(() => {});
    pools.set(note.pool, opening);
  },
  async perform(job, context) {
    const engine = await pools.get(job.pool);
    if (engine === undefined) throw new EngineError('CONNECTION_LOST');
    const work = () => read(engine, job, context);
    return job.trace === undefined ? work() : currentTrace.run(job.trace, work);
  },
});

async function open({ tenant, connection, networks, poolSize }: OpenPool): Promise<Engine> {
  const { engine, password } = connection;
  const driver = await DRIVERS[engine]?.();
  if (driver === undefined) throw new Error(`no driver for ${engine}`);
  return driver(
    { ...connection, password: { reveal: () => password } },
    { egress: egressOf(tenant, networks), poolSize, time: systemTime },
  );
}

function close(pool: number): void {
  void pools
    .get(pool)
    ?.then((engine) => engine.close())
    .catch(() => {});
  pools.delete(pool);
}

async function read(
  engine: Engine,
  job: NetworkJob,
  { signal, send }: JobContext,
): Promise<NetworkResults[NetworkJob['kind']]> {
  switch (job.kind) {
    case 'query': {
      const { columns, rowCount, truncated } = await engine.query(job.statement, job.limits, signal, send);
      await send(columns.map(({ values }) => values));
      return { columns: columns.map(({ name, type }) => ({ name, type })), rowCount, truncated };
    }
    case 'describeStatement':
      return engine.describeStatement(job.statement, signal);
    case 'describe':
      return engine.describe(signal);
    case 'foreignKeys':
      return (await engine.foreignKeys?.(signal)) ?? [];
    case 'test':
      await engine.test(signal);
      return null;
  }
}
