import { join } from 'node:path';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { filesFolder } from './features/connections/index.ts';
import { createSamlSignatures } from './features/identity-providers/saml/saml-signatures.ts';
import { SettingsCache } from './features/tokens/auth-settings.ts';
import { createJwksCache } from './features/tokens/jwks-cache.ts';
import type { TokenServices } from './features/tokens/token-services.ts';
import { AccessLog } from './platform/audit/access-log.ts';
import { RefusalCounter } from './platform/audit/refusal-counter.ts';
import { createQueues } from './platform/concurrency/create-queues.ts';
import type { FairQueue } from './platform/concurrency/fair-queue.ts';
import { createResponsesInFlight } from './platform/concurrency/responses-in-flight.ts';
import { TenantQuotas } from './platform/counters/tenant-quotas.ts';
import { UsageCounter } from './platform/counters/usage-counter.ts';
import { fetchJson } from './platform/egress/fetch-json.ts';
import { createNameResolver } from './platform/egress/name-resolver.ts';
import { operatorRule } from './platform/egress/operator-rule.ts';
import { type EgressRulesOf, makeTenantEgress } from './platform/egress/tenant-egress.ts';
import { createCircuitBreakers } from './platform/engines/circuit-breakers.ts';
import { childrenLimits, DuckdbChildren } from './platform/engines/duckdb/duckdb-children.ts';
import { EnginePools } from './platform/engines/engine-pools.ts';
import { NetworkProcesses } from './platform/engines/network/network-processes.ts';
import { openEngine } from './platform/engines/open-engine.ts';
import { createPasswords, type Passwords } from './platform/identity/passwords.ts';
import { limitPassingErrors } from './platform/limit-passing-errors.ts';
import { createMetrics } from './platform/metrics.ts';
import { weighResult } from './platform/query/result/result-bytes.ts';
import { createResultCache } from './platform/query/result/result-cache.ts';
import { FileMaker } from './platform/render/file-maker.ts';
import type { Migration, UpgradeOptions } from './platform/store/migrate.ts';
import { ensureWritableFolder, openStore } from './platform/store/open-store.ts';
import { traceStore } from './platform/store/trace-store.ts';
import { systemTime, type Time } from './platform/time/time.ts';
import { currentTrace, type TraceContext } from './platform/tracing/current-trace.ts';
import { NO_TRACER, type Tracer } from './platform/tracing/tracer.ts';
import { openMasterKey } from './platform/vault/master-key.ts';
import { createVault } from './platform/vault/vault.ts';
import type { Services } from './services.ts';

/** Opens all services of the server and the commands. `services.store.close()` closes them. */
export async function openServices(
  config: Config,
  options: {
    readonly time?: Time;
    readonly log?: Logger;
    readonly draining?: AbortSignal;
    readonly stopping?: AbortSignal;
    /** Those of another version, in tests. */
    readonly migrations?: readonly Migration[];
    /** Told how many migrations of an upgrade are done. */
    readonly onMigration?: UpgradeOptions['onMigration'];
    /** Cheaper than recommended, in tests. */
    readonly passwords?: (queue: FairQueue) => Passwords;
  } = {},
): Promise<TokenServices> {
  if (!config.databaseUrl) ensureWritableFolder(config.dataDir);
  const ownFiles = join(config.dataDir, 'files');
  if (config.filesDir !== ownFiles) ensureWritableFolder(config.filesDir, 'INLAY_FILES_DIR');
  const { time = systemTime, migrations, onMigration } = options;
  const opened = await openStore(config, {
    time,
    onMigration,
    ...(migrations && { migrations }),
  });
  try {
    const masterKey = await openMasterKey(config, opened);
    const log = limitPassingErrors(options.log ?? createLog(config), time);
    const metrics = createMetrics();
    const tracer = await openTracer(config, { metrics, time, log });
    const store = traceStore(opened, tracer);
    const limits = childrenLimits();
    const duckdb = new DuckdbChildren(limits, time);
    const databases = new NetworkProcesses({
      time,
      onLost: ({ reason, culprit }) =>
        log.warn(
          { reason, tenant: culprit?.tenant, database: culprit?.server },
          culprit ? 'a database crashed its driver twice and is paused' : 'an engine process was lost',
        ),
    });
    const queues = createQueues(
      { metrics, time, tracer },
      { ...limits, queryMs: config.querySeconds * 1000 },
    );
    const circuits = createCircuitBreakers({
      maxFailures: 5,
      pauseMs: 15_000,
      time,
      onRejected: () => metrics.circuitRejections.inc(),
    });
    metrics.watchCircuits(circuits.countOpen);
    const responses = createResponsesInFlight();
    metrics.watchResponses(responses.bytes);
    metrics.watchDisk(config.databaseUrl ? config.filesDir : config.dataDir);
    const onError = (what: string) => (error: unknown) =>
      log.error({ err: error }, `${what} not recorded yet`);
    const usage = new UsageCounter({ store, time, onError: onError('usage') });
    const egressOf = makeTenantEgress(config, time);
    const fetchKeys = (tenantId: TenantId, url: string) =>
      fetchJson(url, { egress: egressOf(tenantId), time, timeoutMs: 5000, maxBytes: 512 * 1024 });
    return {
      config,
      store,
      time,
      settings: new SettingsCache(store, config.publicUrl),
      jwks: createJwksCache(fetchKeys, time),
      log,
      metrics,
      tracer,
      passwords: (options.passwords ?? createPasswords)(queues.hashing),
      refusals: new RefusalCounter({ store, time, onError: onError('refusals') }),
      accesses: new AccessLog({ store, time, onError: onError('data access') }),
      usage,
      quotas: new TenantQuotas({ store, time, log, metrics, totals: usage.totals }),
      vault: createVault(masterKey),
      egressOf,
      operatorEgress: operatorRule(createNameResolver(time)),
      engines: createEngines(config, egressOf, { children: duckdb, processes: databases, time }),
      duckdb,
      databases,
      circuits,
      results: createResultCache({
        time,
        maxBytes: config.resultCacheMb * mebibyte,
        maxBytesPerTenant: (config.resultCacheMb * mebibyte) / 4,
        sizeOf: weighResult,
      }),
      queries: queues,
      queues,
      responses,
      files: new FileMaker(time),
      samlSignatures: createSamlSignatures(time),
      draining: options.draining ?? new AbortController().signal,
      stopping: options.stopping ?? new AbortController().signal,
      running: new Set(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const mebibyte = 1024 * 1024;

async function openTracer(
  { traces }: Config,
  { metrics, time, log }: Pick<Services, 'metrics' | 'time' | 'log'>,
): Promise<Tracer> {
  if (!traces) return NO_TRACER;
  const { createTracer } = await import('./platform/tracing/create-tracer.ts');
  const onError = (err: unknown) => log.warn({ err }, 'traces not exported');
  const resolveName = createNameResolver(time);
  return createTracer({ ...traces, metrics, resolveName, onError });
}

function createEngines(
  config: Config,
  egressOf: EgressRulesOf,
  {
    children,
    processes,
    time,
  }: { readonly children: DuckdbChildren; readonly processes: NetworkProcesses; readonly time: Time },
): EnginePools {
  return new EnginePools({
    open: (connection, tenantId, key) =>
      openEngine(connection, {
        egress: egressOf(tenantId),
        poolSize: { maxConnections: 4, idleMs: 60_000 },
        time,
        files: { folder: filesFolder({ config }, tenantId), children },
        network: { processes, key, tenant: tenantId },
      }),
    maxEngines: 200,
    idleMs: 5 * 60_000,
    time,
  });
}

/** Defense in depth: requests and replies are never logged as a whole anyway. */
const redact = ['authorization', 'password', 'secret', 'token', 'assertion', 'cookie'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

function createLog({ logLevel, traces }: Config): Logger {
  const mixin = traces && { mixin: () => logContext(currentTrace.getStore()) };
  return pino({ level: logLevel, redact, base: null, ...mixin }, destination({ fd: 2, sync: false }));
}

const logContext = (context: TraceContext | undefined) =>
  context ? { trace_id: context.traceId, span_id: context.spanId } : {};
