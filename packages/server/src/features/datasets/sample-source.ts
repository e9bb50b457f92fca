import type { DatasetSource } from '@inlay/protocol/dataset';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { EngineColumn, EngineResult } from '../../platform/engines/engine.ts';
import { AppError } from '../../platform/errors.ts';
import { readTemplate } from '../../platform/query/sql/bind-template.ts';
import { compileSample } from '../../platform/query/sql/compile-source.ts';
import { dialectNamed } from '../../platform/query/sql/dialects/dialect-named.ts';
import type { Services } from '../../services.ts';
import type { Connection } from '../connections/index.ts';
import { connectAsAdmin, connectFor, type DataViewer } from '../connections/index.ts';

const SAMPLE_ROWS = 20;
const MAX_SAMPLE_BYTES = 1024 * 1024;

/** Names and types of what a source has. For administrators: no rule of a dataset applies. */
export async function describeSource(
  services: Services,
  tenantId: TenantId,
  connection: Connection,
  source: DatasetSource,
  viewer?: DataViewer,
): Promise<readonly EngineColumn[]> {
  const dialect = dialectNamed(connection.definition.kind);
  const statement = compileSample(source, boundTo(source, viewer), dialect, SAMPLE_ROWS);
  return onEngine(services, tenantId, connection, viewer, (engine) => engine.describeStatement(statement));
}

/** The first rows of a source. For administrators: no rule of a dataset applies. */
export async function sampleSource(
  services: Services,
  tenantId: TenantId,
  connection: Connection,
  source: DatasetSource,
  viewer?: DataViewer,
): Promise<EngineResult> {
  const dialect = dialectNamed(connection.definition.kind);
  const statement = compileSample(source, boundTo(source, viewer), dialect, SAMPLE_ROWS);
  const limits = {
    maxRows: SAMPLE_ROWS,
    maxBytes: MAX_SAMPLE_BYTES,
    timeoutMs: services.config.querySeconds * 1000,
  };
  return onEngine(services, tenantId, connection, viewer, (engine) => engine.query(statement, limits));
}

function boundTo(source: DatasetSource, viewer: DataViewer | undefined) {
  if (source.kind !== 'sql' || !viewer) return undefined;
  const template = readTemplate(source.sql, viewer, {});
  const [denial] = template.denials;
  if (denial) throw new AppError('REQUEST_INVALID', { message: `/context: ${denial.reason}.` });
  return template;
}

async function onEngine<T>(
  services: Services,
  tenantId: TenantId,
  connection: Connection,
  viewer: DataViewer | undefined,
  work: (engine: Awaited<ReturnType<Services['engines']['lease']>>['engine']) => Promise<T>,
): Promise<T> {
  const config = viewer
    ? connectFor(services, connection, viewer)
    : connectAsAdmin(services, tenantId, connection);
  const queue = config.engine === 'duckdb' ? services.queries.files : services.queries.databases;
  return queue.run(tenantId, async () => {
    const lease = await services.engines.lease(tenantId, config);
    return work(lease.engine).finally(lease.release);
  });
}
