import type { DatasetSource } from '@inlay/protocol/dataset';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Engine, EngineColumn, EngineResult } from '../../platform/engines/engine.ts';
import { dialectNamed, engineNamed, readsFiles } from '../../platform/engines/engines.ts';
import { AppError } from '../../platform/errors.ts';
import { compileSample } from '../../platform/query/compile/compile-source.ts';
import { readTemplate } from '../../platform/query/text/bind-template.ts';
import type { Services } from '../../services.ts';
import { type Connection, connectAsAdmin, connectFor, type DataViewer } from '../connections/index.ts';

const SAMPLE_ROWS = 20;
const MAX_SAMPLE_BYTES = 1024 * 1024;

/** The source to read, and the viewer to read it as; without one, as the administrator. */
export interface SourceConnection {
  readonly services: Services;
  readonly tenantId: TenantId;
  readonly connection: Connection;
  readonly viewer?: DataViewer | undefined;
}

/** The columns of a source. For administrators: row rules do not apply. */
export async function describeSource(
  from: SourceConnection,
  source: DatasetSource,
): Promise<readonly EngineColumn[]> {
  const { connection, viewer } = from;
  const dialect = dialectNamed(connection.definition.kind);
  const statement = compileSample(source, boundTo(source, viewer), dialect, SAMPLE_ROWS);
  return onEngine(from, (engine) => engine.describeStatement(statement));
}

/** The first rows of a source. For administrators: row rules do not apply. */
export async function sampleSource(from: SourceConnection, source: DatasetSource): Promise<EngineResult> {
  const { services, connection, viewer } = from;
  const dialect = dialectNamed(connection.definition.kind);
  const statement = compileSample(source, boundTo(source, viewer), dialect, SAMPLE_ROWS);
  const limits = {
    maxRows: SAMPLE_ROWS,
    maxBytes: MAX_SAMPLE_BYTES,
    timeoutMs: services.config.querySeconds * 1000,
  };
  return onEngine(from, (engine) => engine.query(statement, limits));
}

/** The SQL of a source with the viewer's values; undefined without a viewer or without SQL. */
export function boundTo(source: DatasetSource, viewer: DataViewer | undefined) {
  if (source.kind !== 'sql' || !viewer) return undefined;
  const template = readTemplate(source.sql, viewer, {});
  const [denial] = template.denials;
  if (denial) throw new AppError('REQUEST_INVALID', { message: `/context: ${denial.reason}.` });
  return template;
}

/** Waits for its turn in the queue of the connection's queries. */
export async function onEngine<T>(
  { services, tenantId, connection, viewer }: SourceConnection,
  work: (engine: Engine) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const config = viewer
    ? connectFor(services, connection, viewer)
    : connectAsAdmin(services, tenantId, connection);
  const queue = readsFiles(engineNamed(config.engine)) ? services.queries.files : services.queries.databases;
  const run = async () => {
    const lease = await services.engines.lease(tenantId, config);
    return work(lease.engine).finally(lease.release);
  };
  return queue.run(tenantId, run, signal);
}
