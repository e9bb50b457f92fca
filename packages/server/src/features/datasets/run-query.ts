import { stat } from 'node:fs/promises';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { Filter, QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import { SLOW_MS } from '../../platform/counters/usage-counter.ts';
import type { ConnectionConfig } from '../../platform/engines/connection-config.ts';
import type { QueryLimits, Statement } from '../../platform/engines/engine.ts';
import { EngineError } from '../../platform/engines/engine-error.ts';
import type { EngineLease } from '../../platform/engines/engine-pools.ts';
import { AppError } from '../../platform/errors.ts';
import { askingData, isTimeout } from '../../platform/query/data-errors.ts';
import { deniedAnswer, deniedTotals } from '../../platform/query/denied-answer.ts';
import { guard, isDenied } from '../../platform/query/guard.ts';
import { type Plan, planQuery } from '../../platform/query/plan.ts';
import { type FilterValuesQuestion, planFilterValues } from '../../platform/query/plan-filter-values.ts';
import type { CachedAnswer } from '../../platform/query/result-cache.ts';
import { resultCacheKey } from '../../platform/query/result-cache-key.ts';
import { compile, compileTotals } from '../../platform/query/sql/compile.ts';
import { dialectNamed } from '../../platform/query/sql/dialects/dialect-named.ts';
import { toResult } from '../../platform/query/to-result.ts';
import type { Services } from '../../services.ts';
import { type Connection, connectFor, type DataViewer, findConnection } from '../connections/index.ts';
import type { StoredDataset } from './datasets.ts';

export interface QueryOptions {
  readonly calendar: ViewerCalendar;
  /** The viewer's choices on top of the question's own. */
  readonly filters?: readonly Filter[];
  /** Values of the host page, for the dataset's SQL. Rules do not read them. */
  readonly variables?: Variables;
  /** A filter waits for a value that nobody gave: no row is shown. */
  readonly nothing?: boolean;
  /** Aborted when nobody waits for the answer any more, or when the time of the request is over. */
  readonly signal?: AbortSignal;
  /** Where less time than usual may be spent on it, waiting for a turn included. */
  readonly seconds?: number;
  /** Of `sourceFor`, where one request queries a dataset several times. */
  readonly source?: () => Promise<QuerySource>;
}

/** The database behind a dataset, as one viewer may open it. */
export interface QuerySource {
  readonly config: ConnectionConfig;
  /** What results are cached by. */
  readonly target: Parameters<typeof resultCacheKey>[1]['connection'];
  readonly kind: Connection['definition']['kind'];
  /** The key of its circuit breaker, where it has one. */
  readonly circuit: string | undefined;
}

export interface QueryAnswer {
  readonly result: QueryResult;
  /** `rules`: the viewer's rules leave no row, so that no database was asked. */
  readonly from: CachedAnswer<QueryResult>['from'] | 'rules';
}

/** How long an answer is served without asking again, where the dataset does not say. */
const DEFAULT_CACHE_SECONDS = 60;
const MAX_ROWS = 1_000_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** A question as this viewer may have it answered: plan → guard → compile → cache → queue → engine → result. */
export async function runQuery(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  spec: QuerySpec,
  options: QueryOptions,
): Promise<QueryAnswer> {
  return askingData(async () => {
    const question = withFilters(spec, options.filters ?? []);
    const plan = planQuery(question, rulesFor(viewer, dataset), options.calendar, services.clock());
    return answerPlan(services, viewer, dataset, plan, JSON.stringify([question, options.calendar]), options);
  });
}

/** The values that a picker offers this viewer. */
export async function runFilterValues(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  question: FilterValuesQuestion,
  options: Omit<QueryOptions, 'filters'>,
): Promise<QueryAnswer> {
  return askingData(async () => {
    const plan = planFilterValues(question, rulesFor(viewer, dataset), options.calendar, services.clock());
    const asked = JSON.stringify(['filter values', question, options.calendar]);
    return answerPlan(services, viewer, dataset, plan, asked, options);
  });
}

/** The dataset with the rules that hold for this viewer. */
function rulesFor({ isUnruled }: DataViewer, { definition }: StoredDataset): StoredDataset['definition'] {
  if (!isUnruled) return definition;
  const { rowRules: _, groupRules: __, ...unruled } = definition;
  return { ...unruled, segmented: false };
}

function withFilters(spec: QuerySpec, filters: readonly Filter[]): QuerySpec {
  return filters.length === 0 ? spec : { ...spec, filters: [...(spec.filters ?? []), ...filters] };
}

async function answerPlan(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  plan: Plan,
  question: string,
  { signal, variables, nothing = false, seconds, source }: QueryOptions,
): Promise<QueryAnswer> {
  refuseOtherWorkspace(viewer, dataset);
  const guarded = guard(plan, viewer, variables);
  if (nothing || isDenied(guarded)) {
    services.metrics.questions.inc({ from: 'rules' });
    return { result: toResult(plan, deniedAnswer(plan), deniedTotals(plan)), from: 'rules' };
  }

  const { config, target, kind, circuit } = await (source ?? (() => sourceFor(services, viewer, dataset)))();
  const dialect = dialectNamed(kind);
  const rows = compile(guarded, dialect);
  const totals = compileTotals(guarded, dialect);
  const key = resultCacheKey((text) => services.vault.fingerprint('query result', text), {
    tenantId: viewer.tenantId,
    connection: target,
    datasetId: dataset.id,
    datasetVersion: dataset.definition.version,
    statement: rows,
    timeZone: plan.calendar.timeZone,
    question,
  });
  const { querySeconds } = services.config;
  const timeoutMs = Math.min(seconds ?? querySeconds, querySeconds) * 1000;
  const limit = startLimit(timeoutMs, signal);
  try {
    const { value, from } = await services.results.get({
      tenantId: viewer.tenantId,
      key,
      freshSeconds: dataset.definition.cacheSeconds ?? DEFAULT_CACHE_SECONDS,
      signal: limit.signal,
      load: async (loading) => {
        const started = performance.now();
        const asking = { tenantId: viewer.tenantId, username: viewer.username, circuit, timeoutMs };
        const [answer, sums] = await ask(services, asking, config, [rows, totals], loading);
        countQuery(services, viewer, dataset, performance.now() - started);
        return toResult(plan, answer as NonNullable<typeof answer>, sums);
      },
    });
    services.metrics.questions.inc({ from });
    return { result: value, from };
  } finally {
    limit.clear();
  }
}

/** One limit for the whole query: the wait for a turn, the connection and every statement share it. */
function startLimit(timeoutMs: number, signal: AbortSignal | undefined) {
  const over = new AbortController();
  const timer = setTimeout(
    () => over.abort(new DOMException('The time is over.', 'TimeoutError')),
    timeoutMs,
  );
  return {
    signal: signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
    clear: () => clearTimeout(timer),
  };
}

/** Waiting for a turn counts too: it is what a viewer waits. */
function countQuery(
  { usage, clock }: Services,
  { tenantId }: DataViewer,
  dataset: StoredDataset,
  ms: number,
) {
  // Version 0 is a dataset that somebody tries before it is saved.
  if (dataset.definition.version === 0) return;
  usage.count(tenantId, clock(), 'query', dataset.id, ms);
  if (ms >= SLOW_MS) usage.count(tenantId, clock(), 'slow-query', dataset.id, ms);
}

/** A token opens only what is of its workspace, whatever content names. */
function refuseOtherWorkspace({ workspaceId }: DataViewer, dataset: StoredDataset): void {
  if (dataset.workspaceId === null || dataset.workspaceId === workspaceId) return;
  throw new AppError('NOT_FOUND', { message: "There is no such dataset in this viewer's workspace." });
}

export async function sourceFor(
  services: Services,
  viewer: DataViewer,
  { connectionId }: StoredDataset,
): Promise<QuerySource> {
  const { tenantId } = viewer;
  const connection = await findConnection(services.store, tenantId, connectionId);
  if (!connection)
    throw new AppError('DATABASE_FAILED', { detail: `there is no connection ${connectionId}` });
  const config = connectFor(services, connection, viewer);
  const target = { id: connection.id, ...(await resolvedParts(config)) };
  // Not of files, which are on this machine: whether they answer depends on the query alone.
  const circuit =
    config.engine === 'duckdb'
      ? undefined
      : services.vault.fingerprint('circuit breaker', JSON.stringify([tenantId, target]));
  return { config, target, kind: connection.definition.kind, circuit };
}

interface Asking {
  readonly tenantId: DataViewer['tenantId'];
  readonly username: string;
  /** The key of the connection's circuit breaker, where it has one. */
  readonly circuit: string | undefined;
  readonly timeoutMs: number;
}

/** Waits for the tenant's turn, then runs the statements one after the other on one engine. */
async function ask(
  { engines, queries, metrics, circuits }: Services,
  { tenantId, username, circuit, timeoutMs }: Asking,
  config: ConnectionConfig,
  statements: readonly (Statement | undefined)[],
  signal: AbortSignal,
) {
  const limits: QueryLimits = { maxRows: MAX_ROWS, maxBytes: MAX_BYTES, timeoutMs };
  const queue = config.engine === 'duckdb' ? queries.files : queries.databases;
  const queryEngine = async () => {
    const stopTimer = metrics.querySeconds.startTimer({ engine: config.engine });
    try {
      const answers = await onLease(await engines.lease(tenantId, config), statements, limits, signal);
      stopTimer({ outcome: 'ok' });
      return answers;
    } catch (thrown) {
      // The engine only knows that it was told to stop.
      const error = isTimeout(signal.reason) ? new EngineError('TIMEOUT') : thrown;
      stopTimer({ outcome: error instanceof EngineError ? error.code : 'FAILED' });
      throw error;
    }
  };
  const task = circuit === undefined ? queryEngine : () => circuits.run(circuit, queryEngine);
  return queue.run([tenantId, username], task, signal);
}

async function onLease(
  { engine, release }: EngineLease,
  statements: readonly (Statement | undefined)[],
  limits: QueryLimits,
  signal: AbortSignal,
) {
  try {
    const answers = [];
    for (const statement of statements)
      answers.push(statement && (await engine.query(statement, limits, signal)));
    return answers;
  } finally {
    release();
  }
}

/** For files the time of their folder's last change stands for the host: an upload makes every node ask anew. */
async function resolvedParts(config: ConnectionConfig) {
  if (config.engine === 'duckdb') {
    const changed = await stat(config.folder).catch(() => undefined);
    return { host: String(changed?.mtimeMs), database: config.folder, user: '', credential: '' };
  }
  const { host, port, database, user, password } = config;
  return { host: `${host}:${port ?? ''}`, database, user, credential: password.reveal() };
}
