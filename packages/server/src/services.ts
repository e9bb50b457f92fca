import type { QueryResult } from '@inlay/protocol/result';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { SamlSignatures } from './features/identity-providers/saml/saml-signatures.ts';
import type { AccessLog } from './platform/audit/access-log.ts';
import type { RefusalCounter } from './platform/audit/refusal-counter.ts';
import type { Queues } from './platform/concurrency/create-queues.ts';
import type { ResponsesInFlight } from './platform/concurrency/responses-in-flight.ts';
import type { TenantQuotas } from './platform/counters/tenant-quotas.ts';
import type { UsageCounter } from './platform/counters/usage-counter.ts';
import type { AddressRule } from './platform/egress/egress-rules.ts';
import type { EgressRulesOf } from './platform/egress/tenant-egress.ts';
import type { CircuitBreakers } from './platform/engines/circuit-breakers.ts';
import type { DuckdbChildren } from './platform/engines/duckdb/duckdb-children.ts';
import type { EnginePools } from './platform/engines/engine-pools.ts';
import type { NetworkProcesses } from './platform/engines/network/network-processes.ts';
import type { Passwords } from './platform/identity/passwords.ts';
import type { Metrics } from './platform/metrics.ts';
import type { ResultCache } from './platform/query/result/result-cache.ts';
import type { FileMaker } from './platform/render/file-maker.ts';
import type { Store } from './platform/store/store.ts';
import type { Time } from './platform/time/time.ts';
import type { Tracer } from './platform/tracing/tracer.ts';
import type { Vault } from './platform/vault/vault.ts';

/** Everything with an effect, created once at startup and passed as an argument. */
export interface Services {
  readonly config: Config;
  readonly time: Time;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly passwords: Passwords;
  readonly refusals: RefusalCounter;
  readonly accesses: AccessLog;
  readonly usage: UsageCounter;
  readonly quotas: TenantQuotas;
  readonly store: Store;
  readonly vault: Vault;
  /** Where connections may go that a tenant configured. */
  readonly egressOf: EgressRulesOf;
  /** For what the operator configured. */
  readonly operatorEgress: AddressRule;
  readonly engines: EnginePools;
  readonly duckdb: DuckdbChildren;
  /** Where drivers of databases over the network run. */
  readonly databases: NetworkProcesses;
  /** Keyed by tenant, connection and resolved target. */
  readonly circuits: CircuitBreakers;
  readonly files: FileMaker;
  readonly samlSignatures: SamlSignatures;
  readonly results: ResultCache<QueryResult>;
  /** Separate, so that neither a slow warehouse nor a long import delays queries of uploaded files. */
  readonly queries: Pick<Queues, 'files' | 'imports' | 'databases'>;
  readonly queues: Pick<Queues, 'exports' | 'pages' | 'rendering'>;
  readonly responses: ResponsesInFlight;
  /** Aborted when the server is asked to stop: `/readyz` reports it, and everything else still works. */
  readonly draining: AbortSignal;
  /** Aborted on shutdown, so that resumable work stops immediately. */
  readonly stopping: AbortSignal;
  /** Work that continues after its response was sent. Closing waits for it. */
  readonly running: Set<Promise<unknown>>;
}
