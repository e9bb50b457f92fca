import type { Dataset } from '@inlay/protocol/dataset';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readStored } from '../../platform/store/read-stored.ts';
import type { DatasetRow } from '../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';
import { versionedRows } from '../../platform/store/versioned-rows.ts';
import { holdConnection } from '../connections/index.ts';

/** A dataset, its connection and its workspace. */
export interface StoredDataset {
  readonly id: string;
  readonly name: string;
  readonly connectionId: string;
  /** Null if every workspace may use it. */
  readonly workspaceId: string | null;
  readonly definition: Dataset;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type DatasetDraft = Pick<StoredDataset, 'id' | 'name' | 'connectionId' | 'workspaceId'> & {
  readonly definition: Omit<Dataset, 'id' | 'version'>;
};

const rows = versionedRows('datasets', 'dataset', fromRow);

export const findDataset = rows.find;
export const deleteDataset = rows.remove;

export interface DatasetFilter {
  readonly connection?: string | undefined;
  readonly workspace?: string | undefined;
  /** Part of a name or id. */
  readonly q?: string | undefined;
}

export async function listDatasets(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
  { connection, workspace, q }: DatasetFilter = {},
): Promise<Page<StoredDataset>> {
  return rows.list(queries, tenantId, request, {
    ...(connection === undefined ? {} : { connection_id: connection }),
    ...(workspace === undefined ? {} : { workspace_id: workspace }),
    q: q?.trim() || undefined,
  });
}

/** The datasets that exist, locked against deletion until the transaction ends. */
export async function holdDatasets(
  transaction: Queries,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDataset>> {
  const held = await rows.hold(transaction, tenantId, ids, 'share');
  return new Map(held.map((dataset) => [dataset.id, dataset]));
}

/** The datasets that exist, locked against changes and other locks until the transaction ends. */
export const lockDatasets = (transaction: Queries, tenantId: TenantId, ids: readonly string[]) =>
  rows.hold(transaction, tenantId, ids, 'own');

export async function findAllDatasets(
  queries: Queries,
  tenantId: TenantId,
): Promise<readonly StoredDataset[]> {
  const all = await queries.tenant(tenantId).selectFrom('datasets').selectAll().orderBy('id').execute();
  return all.map(fromRow);
}

export async function findDatasets(
  queries: Queries,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly StoredDataset[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('datasets')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

export async function insertDataset(
  transaction: Queries,
  tenantId: TenantId,
  draft: DatasetDraft,
  now: number,
): Promise<StoredDataset> {
  await holdConnection(transaction, tenantId, draft.connectionId);
  return rows.insert(transaction, tenantId, draft.id, columnsOf(draft), now);
}

/** Undefined if the dataset was changed or deleted since version `was`. */
export async function updateDataset(
  transaction: Queries,
  tenantId: TenantId,
  was: number,
  draft: DatasetDraft,
  now: number,
): Promise<StoredDataset | undefined> {
  await holdConnection(transaction, tenantId, draft.connectionId);
  return rows.update(transaction, tenantId, { id: draft.id, version: was }, columnsOf(draft), now);
}

const columnsOf = ({ name, connectionId, workspaceId, definition }: DatasetDraft) => ({
  name,
  connection_id: connectionId,
  workspace_id: workspaceId,
  definition: JSON.stringify(definition),
});

function fromRow(row: DatasetRow): StoredDataset {
  return {
    id: row.id,
    name: row.name,
    connectionId: row.connection_id,
    workspaceId: row.workspace_id,
    definition: readStored<Dataset>(row.definition, { id: row.id, version: row.version }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The ids of the datasets on these connections. */
export async function datasetsOfConnections(
  queries: Queries,
  tenantId: TenantId,
  connections: readonly string[],
): Promise<readonly string[]> {
  if (connections.length === 0) return [];
  const found = await queries
    .tenant(tenantId)
    .selectFrom('datasets')
    .select('id')
    .where('connection_id', 'in', connections)
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}

/** Datasets whose source is this uploaded file. SQL sources may read it too; that cannot be determined. */
export async function datasetsOfFile(
  queries: Queries,
  tenantId: TenantId,
  table: string,
): Promise<readonly string[]> {
  const rows = await queries.tenant(tenantId).selectFrom('datasets').select(['id', 'definition']).execute();
  return rows
    .filter(({ definition }) => {
      const { source } = JSON.parse(definition) as Pick<Dataset, 'source'>;
      return source.kind === 'file' && source.file === table;
    })
    .map(({ id }) => id);
}
