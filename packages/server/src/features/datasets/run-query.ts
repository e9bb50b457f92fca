import { stat } from 'node:fs/promises';
import type { Dataset } from '@inlay/protocol/dataset';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import { SLOW_MS } from '../../platform/counters/usage-counter.ts';
import { type ConnectionConfig, revealConnection } from '../../platform/engines/connection-config.ts';
import type { EngineResult, QueryLimits, Statement } from '../../platform/engines/engine.ts';
import { EngineError } from '../../platform/engines/engine-error.ts';
import type { EngineLease } from '../../platform/engines/engine-pools.ts';
import { engineNamed, readsFiles } from '../../platform/engines/engines.ts';
import { AppError } from '../../platform/errors.ts';
import { statementsOf } from '../../platform/query/compile/statements-of.ts';
import {
  datasetsRead,
  deniedResult,
  type GuardedPlan,
  guard,
  guardedSummaries,
  isDenied,
} from '../../platform/query/guard/guard.ts';
import type { Model } from '../../platform/query/model/model.ts';
import { isMarkFilter, type Query, type QueryFilter } from '../../platform/query/plan/mark-filter.ts';
import { maxEngineRows, type Plan, planQuery } from '../../platform/query/plan/plan.ts';
import { type FilterValuesQuery, planFilterValues } from '../../platform/query/plan/plan-filter-values.ts';
import { isTimeout, withDataErrors } from '../../platform/query/result/data-errors.ts';
import type { CachedResult } from '../../platform/query/result/result-cache.ts';
import { resultCacheKey } from '../../platform/query/result/result-cache-key.ts';
import { toResult } from '../../platform/query/result/to-result.ts';
import { withColumnNames } from '../../platform/query/result/with-column-names.ts';
import type { Span } from '../../platform/tracing/tracer.ts';
import type { Services } from '../../services.ts';
import {
  type Connection,
  connectFor,
  type DataViewer,
  filesFolder,
  findConnection,
} from '../connections/index.ts';
import { checkKeys } from './check-keys.ts';
import { type DataRead, readsOf } from './data-reads.ts';
import type { StoredDataset } from './datasets.ts';
import { findModel } from './find-model.ts';

export interface QueryOptions {
  readonly calendar: ViewerCalendar;
  /** The viewer's filters, added to those of the query. */
  readonly filters?: readonly QueryFilter[];
  /** Variables of the host page, for the dataset's SQL. Rules do not read them. */
  readonly variables?: Variables;
  /** A filter has no value yet: return no rows. */
  readonly nothing?: boolean;
  /** Aborted when the client disconnects or the request times out. */
  readonly signal?: AbortSignal;
  /** A shorter time limit than usual, including time in the queue. */
  readonly seconds?: number;
  /** Of `sourceFor`, where one request queries a dataset several times. */
  readonly source?: () => Promise<QuerySource>;
  /** Of `findModel`, likewise. */
  readonly model?: () => Promise<Model>;
  /** Called with what was read, for the audit log. */
  readonly onRead?: ((reads: readonly DataRead[]) => void) | undefined;
  /** Called with the rows of each dataset that the viewer's rules leave. */
  readonly onGuarded?: ((sources: GuardedPlan['sources']) => void) | undefined;
}

/** The database behind a dataset, as one viewer may open it. */
export interface QuerySource {
  readonly config: ConnectionConfig;
  /** The cache key of results. */
  readonly target: Parameters<typeof resultCacheKey>[1]['connection'];
  readonly kind: Connection['definition']['kind'];
  /** The key of its circuit breaker, if it has one. */
  readonly circuit: string | undefined;
}

export interface QueryResponse {
  readonly result: QueryResult;
  /** `rules`: the viewer's rules exclude every row, so the database was not queried. */
  readonly from: CachedResult<QueryResult>['from'] | 'rules';
}

/** Default cache lifetime. */
const DEFAULT_CACHE_SECONDS = 60;
const MAX_ROWS = 1_000_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Runs a query for a viewer: plan → guard → compile → cache → queue → engine → result. */
export async function runQuery(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  spec: QuerySpec,
  options: QueryOptions,
): Promise<QueryResponse> {
  return withDataErrors(async () => {
    const query = withFilters(spec, options.filters ?? []);
    const cacheKey = JSON.stringify([query, options.calendar]);
    const plan = (model: Model) => planQuery(query, model, options.calendar, services.time.now());
    return runPlan({ services, viewer, dataset }, { plan, guard: guardQuery, cacheKey }, options);
  });
}

/** The filter values that this viewer can choose from. */
export async function runFilterValues(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  query: FilterValuesQuery,
  options: Omit<QueryOptions, 'filters'>,
): Promise<QueryResponse> {
  return withDataErrors(async () => {
    const plan = (model: Model) => planFilterValues(query, model, options.calendar, services.time.now());
    const cacheKey = JSON.stringify(['filter values', query, options.calendar]);
    return runPlan({ services, viewer, dataset }, { plan, guard: guardQuery, cacheKey }, options);
  });
}

/** The query, and the viewer's filters. */
export function withFilters(spec: QuerySpec, filters: readonly QueryFilter[]): Query {
  if (filters.length === 0) return spec;
  const chosen = filters.filter(isMarkFilter);
  return {
    ...spec,
    filters: [...(spec.filters ?? []), ...filters.filter((filter) => !isMarkFilter(filter))],
    ...(chosen.length === 0 ? {} : { chosen }),
  };
}

export interface QueryContext {
  readonly services: Services;
  readonly viewer: DataViewer;
  readonly dataset: StoredDataset;
}

export interface PlannedQuery<P extends object> {
  readonly plan: (model: Model) => P;
  readonly guard: (plan: P, viewer: DataViewer, variables: Variables | undefined) => GuardedQuery;
  readonly cacheKey: string;
}

/** A query that passed the guard, ready to be compiled for an engine. */
export interface GuardedQuery {
  readonly query: GuardedPlan;
  /** What decides the result besides the statements. */
  readonly resultKey?: string;
  statements(kind: QuerySource['kind']): readonly [Statement, ...Statement[]];
  /** More rows than this are none that a statement requested. */
  readonly maxRows?: number;
  /** Without results for a viewer who sees no rows. */
  toResult(results?: readonly EngineResult[]): QueryResult;
}

function guardQuery(plan: Plan, viewer: DataViewer, variables: Variables | undefined): GuardedQuery {
  const guarded = guard(plan, viewer, variables);
  const denied = () => [
    deniedResult(plan),
    ...guardedSummaries(guarded).map((summary) => deniedResult(summary.plan)),
  ];
  const plans = [plan, ...plan.summaries.map((summary) => summary.plan)];
  return {
    query: guarded,
    statements: (kind) => {
      const { rows, summaries } = statementsOf(guarded, kind);
      return [rows, ...summaries];
    },
    maxRows: Math.max(...plans.map(maxEngineRows)) + 1,
    toResult: (results = denied()) => {
      const [result, ...summaries] = results;
      return toResult(plan, result as EngineResult, summaries);
    },
  };
}

export function runPlan<P extends object>(
  context: QueryContext,
  planned: PlannedQuery<P>,
  options: QueryOptions,
): Promise<QueryResponse> {
  return context.services.tracer.span('query', async (span) => {
    span.set({ 'inlay.dataset': context.dataset.id });
    const response = await runGuarded(context, planned, options);
    span.set({ 'inlay.query.from': response.from, 'inlay.query.rows': response.result.rowCount });
    return response;
  });
}

async function runGuarded<P extends object>(
  { services, viewer, dataset }: QueryContext,
  planned: PlannedQuery<P>,
  { signal, variables, nothing = false, seconds, source, model, onRead, onGuarded }: QueryOptions,
): Promise<QueryResponse> {
  const { tracer } = services;
  const loaded = await (model ?? (() => findModel(services.store, viewer.tenantId, dataset, viewer)))();
  const plan = tracer.span('plan', () => planned.plan(loaded));
  refuseOtherWorkspace(viewer, dataset);
  const guarded = tracer.span('guard', () => planned.guard(plan, viewer, variables));
  onGuarded?.(guarded.query.sources);
  if (nothing || isDenied(guarded.query)) {
    services.metrics.queries.inc({ from: 'rules' });
    const result = guarded.toResult();
    onRead?.(readsOf(guarded.query, result.rowCount));
    return { result, from: 'rules' };
  }

  const { config, target, kind, circuit } = await (source ?? (() => sourceFor(services, viewer, dataset)))();
  const statements = tracer.span('compile', () => guarded.statements(kind));
  const { calendar } = guarded.query.plan;
  const datasets = datasetsRead(guarded.query);
  const key = resultCacheKey((text) => services.vault.fingerprint('query result', text), {
    tenantId: viewer.tenantId,
    connection: target,
    datasetId: dataset.id,
    versions: datasets.map(({ version }) => version),
    statement: statements[0],
    timeZone: calendar.timeZone,
    query: `${planned.cacheKey}${guarded.resultKey ?? ''}`,
  });
  const { querySeconds } = services.config;
  const timeoutMs = Math.min(seconds ?? querySeconds, querySeconds) * 1000;
  // One deadline for the whole query: queue, connection and all statements.
  const limit = services.time.deadline(timeoutMs);
  const stop = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
  try {
    const duplicates = checkKeys(services, guarded.query, kind, {
      tenantId: viewer.tenantId,
      target,
      signal: stop,
      run: async (statement, loading) => {
        const run = { viewer, config, circuit, timeoutMs, statements: [statement] };
        const [found] = await runStatements(services, run, loading);
        return found?.rowCount ?? 0;
      },
    });
    const { value, from } = await services.results.get({
      tenantId: viewer.tenantId,
      key,
      freshSeconds: freshSeconds(datasets),
      signal: stop,
      load: async (loading) => {
        const started = performance.now();
        const { maxRows } = guarded;
        const run = { viewer, config, circuit, timeoutMs, statements, ...(maxRows && { maxRows }) };
        const results = await runStatements(services, run, loading).catch((error) => {
          throw withColumnNames(error, guarded.query.plan, plan);
        });
        countQuery(services, viewer, dataset, performance.now() - started);
        return guarded.toResult(results);
      },
    });
    await duplicates;
    services.metrics.queries.inc({ from });
    onRead?.(readsOf(guarded.query, value.rowCount));
    return { result: value, from };
  } finally {
    limit.release();
  }
}

/** A result is as fresh as the dataset in it that allows the shortest time. */
function freshSeconds(datasets: readonly Dataset[]): number {
  return Math.min(...datasets.map(({ cacheSeconds = DEFAULT_CACHE_SECONDS }) => cacheSeconds));
}

/** Includes time in the queue: the viewer waits for it too. */
function countQuery({ usage, time }: Services, { tenantId }: DataViewer, dataset: StoredDataset, ms: number) {
  // Version 0 is an unsaved dataset under trial.
  if (dataset.definition.version === 0) return;
  usage.count(tenantId, time.now(), 'query', dataset.id, ms);
  if (ms >= SLOW_MS) usage.count(tenantId, time.now(), 'slow-query', dataset.id, ms);
}

/** A token accesses only its own workspace, regardless of the content. */
function refuseOtherWorkspace({ workspaceId }: DataViewer, dataset: StoredDataset): void {
  if (dataset.workspaceId === null || dataset.workspaceId === workspaceId) return;
  throw new AppError('NOT_FOUND', { message: 'The workspace of this viewer has no such dataset.' });
}

export async function sourceFor(
  services: Services,
  viewer: DataViewer,
  { connectionId }: StoredDataset,
): Promise<QuerySource> {
  const { tenantId } = viewer;
  const connection = await findConnection(services.store, tenantId, connectionId);
  if (!connection)
    throw new AppError('DATABASE_FAILED', { detail: `connection ${connectionId} does not exist` });
  const config = connectFor(services, connection, viewer);
  const isOfFiles = readsFiles(engineNamed(config.engine));
  const target = {
    ...Object.fromEntries(revealConnection(config)),
    id: connection.id,
    ...(isOfFiles ? { uploads: await lastUpload(filesFolder(services, tenantId)) } : {}),
  };
  // None for files on this machine: their availability depends only on the query.
  const circuit = isOfFiles
    ? undefined
    : services.vault.fingerprint('circuit breaker', JSON.stringify([tenantId, target]));
  return { config, target, kind: connection.definition.kind, circuit };
}

interface StatementsRun {
  readonly viewer: DataViewer;
  readonly config: ConnectionConfig;
  readonly statements: readonly Statement[];
  /** The key of the connection's circuit breaker, if it has one. */
  readonly circuit: string | undefined;
  readonly timeoutMs: number;
  readonly maxRows?: number;
}

/** Queues per tenant and user, then runs the statements in sequence on one engine. */
async function runStatements(
  { engines, queries, metrics, circuits, tracer }: Services,
  { viewer: { tenantId, username }, config, statements, circuit, timeoutMs, maxRows }: StatementsRun,
  signal: AbortSignal,
) {
  const limits: QueryLimits = { maxRows: maxRows ?? MAX_ROWS, maxBytes: MAX_BYTES, timeoutMs };
  const queue = readsFiles(engineNamed(config.engine)) ? queries.files : queries.databases;
  const queryEngine = async (span: Span) => {
    span.set({ 'db.system.name': config.engine });
    const stopTimer = metrics.querySeconds.startTimer({ engine: config.engine });
    try {
      const results = await onLease(await engines.lease(tenantId, config), statements, limits, signal);
      stopTimer({ outcome: 'ok' });
      span.set({ 'db.response.returned_rows': results[0]?.rowCount });
      return results;
    } catch (thrown) {
      // The engine cannot tell why it was aborted.
      const error = isTimeout(signal.reason) ? new EngineError('TIMEOUT') : thrown;
      stopTimer({ outcome: error instanceof EngineError ? error.code : 'FAILED' });
      throw error;
    }
  };
  const traced = () => tracer.span('engine query', queryEngine, 'client');
  const task = circuit === undefined ? traced : () => circuits.run(circuit, traced);
  return queue.run([tenantId, username], task, signal);
}

async function onLease(
  { engine, release }: EngineLease,
  statements: readonly Statement[],
  limits: QueryLimits,
  signal: AbortSignal,
) {
  try {
    const results = [];
    for (const statement of statements) results.push(await engine.query(statement, limits, signal));
    return results;
  } finally {
    release();
  }
}

/** The folder's modification time is in the cache key of files: an upload invalidates every node's cache. */
async function lastUpload(folder: string): Promise<string> {
  const changed = await stat(folder).catch(() => undefined);
  return String(changed?.mtimeMs);
}
