import { isDeepStrictEqual } from 'node:util';
import { DatasetSchema } from '@inlay/protocol/dataset';
import { Identifier, Label, Nullable } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import Type from 'typebox';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';
import { dialectNamed } from '../../../platform/engines/engines.ts';
import { AppError, refuseFields } from '../../../platform/errors.ts';
import { checkDataset } from '../../../platform/query/plan/check-dataset.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { findConnection } from '../../connections/index.ts';
import {
  type DatasetDraft,
  datasetsUsing,
  deleteDataset,
  findDataset,
  insertDataset,
  type StoredDataset,
  updateDataset,
  withRelated,
} from '../../datasets/index.ts';
import { existingNamed } from '../../users/index.ts';
import { dependentsOf } from '../store/content-dependents.ts';
import { referencesOf } from '../store/content-references.ts';
import { recordChange } from '../store/content-request.ts';
import type { FolderKind } from './folder-kind.ts';

const { id: _id, version: _version, ...definition } = DatasetSchema.properties;

const DatasetFileSchema = Type.Object(
  {
    name: Label(1),
    connectionId: Identifier,
    workspaceId: Type.Optional(Nullable(Identifier)),
    ...definition,
  },
  { additionalProperties: false, title: 'Dataset' },
);

type DatasetFile = Pick<DatasetDraft, 'name' | 'connectionId'> &
  DatasetDraft['definition'] & { readonly workspaceId?: string | null };

/** The datasets that an app uses, and those that they relate to. They belong to the tenant, so several folders may contain the same one. */
export const datasetKind: FolderKind = {
  kind: 'dataset',
  folder: 'datasets',
  schema: DatasetFileSchema,
  list: async ({ queries, tenantId, items, named }) => {
    const ids = new Set(named);
    for (const { kind, draft } of items) {
      await giveWay();
      for (const { kind: used, id } of referencesOf(kind, JSON.parse(draft)))
        if (used === 'dataset') ids.add(id);
    }
    const found = await withRelated(queries, tenantId, [...ids]);
    return new Map(
      found.map((dataset) => [
        dataset.id,
        {
          value: toFile(dataset),
          title: dataset.name,
          stamp: String(dataset.definition.version),
          isUnpublished: false,
        },
      ]),
    );
  },
  check: (value) => shapeErrors(DatasetFileSchema, value),
  write: async (write, { id, value }) => {
    const { transaction, tenantId, at } = write;
    const draft = toDraft(id, value as DatasetFile);
    await refuseUnfit(transaction, tenantId, draft);
    const was = await findDataset(transaction, tenantId, id);
    if (was && isDeepStrictEqual(toFile(was), toFile(draft))) return;
    const written = was
      ? await updateDataset(transaction, tenantId, was.definition.version, draft, at)
      : await insertDataset(transaction, tenantId, draft, at);
    if (!written) throw new AppError('STALE_VERSION');
    const action = was ? 'dataset.change' : 'dataset.create';
    await recordChange(write, { action, target: id });
  },
  remove: async (write, id) => {
    const { transaction, tenantId } = write;
    const isUsed =
      (await dependentsOf(transaction, tenantId, 'dataset', id)).length > 0 ||
      (await datasetsUsing(transaction, tenantId, id)).length > 0;
    if (isUsed || !(await deleteDataset(transaction, tenantId, id))) return false;
    await recordChange(write, { action: 'dataset.delete', target: id });
    return true;
  },
};

/** The connection of a dataset's file. */
export const connectionIn = (value: unknown): string => (value as DatasetFile).connectionId;

/** The same file on another connection. */
export const onConnection = (value: unknown, connectionId: string): unknown => ({
  ...(value as DatasetFile),
  connectionId,
});

/** Checks without querying the database: an import must not fail because a warehouse is down. */
async function refuseUnfit(queries: Queries, tenantId: TenantId, draft: DatasetDraft): Promise<void> {
  const connection = await findConnection(queries, tenantId, draft.connectionId);
  if (!connection) {
    refuseFields([
      {
        path: '/connectionId',
        problem: `refers to a connection that does not exist: '${draft.connectionId}'`,
      },
    ]);
    return;
  }
  const { workspaceId } = draft;
  if (
    workspaceId !== null &&
    !(await existingNamed(queries, tenantId, 'workspaces', [workspaceId])).has(workspaceId)
  )
    refuseFields([
      { path: '/workspaceId', problem: `refers to a workspace that does not exist: '${workspaceId}'` },
    ]);
  const dataset = { ...draft.definition, id: draft.id, version: 0 };
  const problems = checkDataset(dataset, dialectNamed(connection.definition.kind));
  refuseFields(problems);
}

function toDraft(id: string, file: DatasetFile): DatasetDraft {
  const { name, connectionId, workspaceId = null, ...rest } = file;
  return { id, name, connectionId, workspaceId, definition: rest };
}

function toFile({ name, connectionId, workspaceId, definition }: DatasetDraft | StoredDataset): object {
  const { id: _, version: __, ...rest } = definition as StoredDataset['definition'];
  return { name, connectionId, ...(workspaceId === null ? {} : { workspaceId }), ...rest };
}
