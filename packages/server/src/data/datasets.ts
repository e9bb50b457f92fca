import type { Dataset } from '@inlay/protocol/dataset';
import { type Page, type PageRequest, pageMeta } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../errors.ts';
import type { DatasetRow } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

/** A dataset with where it belongs. */
export interface StoredDataset {
  readonly id: string;
  readonly name: string;
  readonly connectionId: string;
  /** Absent where tiles of every workspace may ask it. */
  readonly workspaceId: string | null;
  readonly definition: Dataset;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type DatasetDraft = Pick<StoredDataset, 'id' | 'name' | 'connectionId' | 'workspaceId'> & {
  readonly definition: Omit<Dataset, 'id' | 'version'>;
};

export async function listDatasets(
  queries: Queries,
  tenantId: TenantId,
  request: PageRequest,
  connection?: string,
): Promise<Page<StoredDataset>> {
  const matching = () =>
    queries
      .tenant(tenantId)
      .selectFrom('datasets')
      .$if(connection !== undefined, (q) => q.where('connection_id', '=', connection as string));
  const { total } = await matching()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching()
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(request.limit)
    .offset((request.page - 1) * request.limit)
    .execute();
  return { data: rows.map(fromRow), meta: pageMeta(request, total) };
}

export async function findDataset(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<StoredDataset | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function insertDataset(
  transaction: Queries,
  tenantId: TenantId,
  draft: DatasetDraft,
  now: number,
): Promise<StoredDataset> {
  const row = await transaction
    .tenant(tenantId)
    .insertInto('datasets', {
      id: draft.id,
      ...columnsOf(draft),
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return fromRow(row);
  throw new AppError('CONFLICT', {
    message: `There is already a dataset with the id '${draft.id}'. Choose another id.`,
  });
}

/** Answers nothing where somebody else changed or deleted it since version `was`. */
export async function updateDataset(
  transaction: Queries,
  tenantId: TenantId,
  was: number,
  draft: DatasetDraft,
  now: number,
): Promise<StoredDataset | undefined> {
  const row = await transaction
    .tenant(tenantId)
    .update('datasets', { ...columnsOf(draft), version: was + 1, updated_at: now })
    .where('id', '=', draft.id)
    .where('version', '=', was)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function deleteDataset(transaction: Queries, tenantId: TenantId, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .tenant(tenantId)
    .deleteFrom('datasets')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
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
    definition: { ...JSON.parse(row.definition), id: row.id, version: row.version } as Dataset,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Datasets that read an uploaded file by its table's name. SQL may name it too, which nobody can tell for sure. */
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
