import type {
  Dataset,
  DatasetColumn,
  DatasetDefinition,
  DatasetSource,
  Measure,
} from '@inlay/protocol/dataset';
import { labelOfName } from '@inlay/protocol/label-of-name';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { EngineColumn } from '../../platform/engines/engine.ts';
import { AppError, refuseFields } from '../../platform/errors.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { newId } from '../../platform/new-id.ts';
import { checkDataset } from '../../platform/query/check-dataset.ts';
import { askingSource } from '../../platform/query/data-errors.ts';
import { dialectNamed } from '../../platform/query/sql/dialects/dialect-named.ts';
import type { ContentItemRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { writeRecorded } from '../audit/index.ts';
import { type Connection, type DataViewer, findConnection, readsOfContext } from '../connections/index.ts';
import { existingNamed } from '../users/index.ts';
import {
  type DatasetDraft,
  deleteDataset,
  findDataset,
  insertDataset,
  type StoredDataset,
  updateDataset,
} from './datasets.ts';
import { describeSource } from './sample-source.ts';

/** What a request may set, as it came: `checkDataset` says what is wrong with it. */
export type DatasetFields = Readonly<Record<string, unknown>> & {
  readonly name?: string;
  readonly connectionId?: string;
  readonly workspaceId?: string | null;
};

/** What content knows of the datasets it uses. Content builds on datasets, so this is passed in. */
export interface DatasetUses {
  list(
    queries: Queries,
    tenantId: TenantId,
    datasetId: string,
  ): Promise<
    readonly Pick<ContentItemRow, 'kind' | 'id' | 'app_id' | 'draft' | 'published' | 'published_version'>[]
  >;
  /** Throws if content uses the dataset. */
  refuseRemoval(transaction: Queries, tenantId: TenantId, datasetId: string): Promise<void>;
  /** Throws if published content queries fields that the change removed. */
  refuseTakenData(transaction: Queries, tenantId: TenantId, was: StoredDataset, now: number): Promise<void>;
}

export const noDataset = () => new AppError('NOT_FOUND', { message: 'There is no dataset with this id.' });

/** Without `columns` those of the source are taken. */
export async function createDataset(
  services: Services,
  tenantId: TenantId,
  body: DatasetFields & { readonly id?: string; readonly name: string; readonly connectionId: string },
  acting: Acting,
  checkAs?: DataViewer,
): Promise<StoredDataset> {
  const { id = newId(services.clock()), name, connectionId, workspaceId = null, ...definition } = body;
  const draft = { id, name, connectionId, workspaceId, definition } as unknown as DatasetDraft;
  const checked = await checkDraft(services, tenantId, draft, checkAs);
  const made = { ...checked, definition: withLabels(checked.definition) };
  const event = { action: 'dataset.create', target: id };
  return writeRecorded(services, tenantId, acting, event, async (transaction, now) => {
    await holdWorkspace(transaction, tenantId, workspaceId);
    return insertDataset(transaction, tenantId, made, now);
  });
}

/** Only the fields that are sent change, each as a whole; null takes one away. What published content asks stays. */
export async function changeDataset(
  { uses, ...services }: Services & { readonly uses: DatasetUses },
  tenantId: TenantId,
  id: string,
  change: DatasetFields,
  ifMatch: IfMatch,
  acting: Acting,
  checkAs?: DataViewer,
): Promise<StoredDataset> {
  const was = await findDataset(services.store, tenantId, id);
  if (!was) throw noDataset();
  const { id: _, version, ...former } = was.definition;
  if (ifMatch !== 'any' && !ifMatch.includes(version)) throw new AppError('STALE_VERSION');
  const {
    name = was.name,
    connectionId = was.connectionId,
    workspaceId = was.workspaceId,
    ...fields
  } = change;
  const kept = Object.entries({ ...former, ...fields }).filter(([, value]) => value !== null);
  const definition = Object.fromEntries(kept) as unknown as DatasetDraft['definition'];
  const draft = { id, name, connectionId, workspaceId, definition };
  const isOnlyRenamed = Object.keys(change).every((field) => field === 'name');
  const checked = isOnlyRenamed ? draft : await checkDraft(services, tenantId, draft, checkAs);
  const made = { ...checked, definition: withLabels(checked.definition, former.measures) };
  const event = { action: 'dataset.change', target: id, details: { fields: Object.keys(change) } };
  return writeRecorded(services, tenantId, acting, event, async (transaction, now) => {
    if (!isOnlyRenamed) await holdWorkspace(transaction, tenantId, workspaceId);
    const dataset = await updateDataset(transaction, tenantId, version, made, now);
    if (!dataset) throw new AppError('STALE_VERSION');
    await uses.refuseTakenData(transaction, tenantId, was, now);
    return dataset;
  });
}

/** What content still asks stays, and the refusal names it. Whoever is publishing such content is waited for. */
export async function removeDataset(
  { uses, ...services }: Services & { readonly uses: DatasetUses },
  tenantId: TenantId,
  id: string,
  acting: Acting,
): Promise<void> {
  const event = { action: 'dataset.delete', target: id };
  await writeRecorded(services, tenantId, acting, event, async (transaction) => {
    if (!(await deleteDataset(transaction, tenantId, id))) throw noDataset();
    await uses.refuseRemoval(transaction, tenantId, id);
  });
}

export type UncheckedDraft = Omit<DatasetDraft, 'definition'> & { readonly definition: DatasetDefinition };

/** The draft, its columns taken from the source where it has none; throws for whatever would fail or deny later. */
export async function checkDraft(
  services: Services,
  tenantId: TenantId,
  draft: UncheckedDraft,
  checkAs: DataViewer | undefined,
): Promise<DatasetDraft> {
  const connection = await findConnection(services.store, tenantId, draft.connectionId);
  if (!connection) refuseFields([{ path: '/connectionId', problem: 'names no connection' }]);
  await holdWorkspace(services.store, tenantId, draft.workspaceId);
  const dialect = dialectNamed((connection as Connection).definition.kind);
  const check = (definition: DatasetDefinition, real?: readonly EngineColumn[]) =>
    refuseFields(checkDataset({ ...definition, id: draft.id, version: 0 }, dialect, real));
  const { columns = ANY_COLUMN } = draft.definition;
  // The shape first: a source that is none cannot be described.
  if (columns !== ANY_COLUMN) check(draft.definition);
  else check({ source: draft.definition.source, columns });
  const real = await realColumns(
    services,
    tenantId,
    connection as Connection,
    draft.definition.source,
    checkAs,
  );
  const definition = {
    ...draft.definition,
    columns: columns === ANY_COLUMN ? (real ?? []).map(asColumn) : columns,
  };
  check(definition, real);
  return { ...draft, definition };
}

const ANY_COLUMN: readonly DatasetColumn[] = [{ name: 'any', type: 'string' }];

/** Nothing where the connection cannot be opened without a viewer and none was given. */
async function realColumns(
  services: Services,
  tenantId: TenantId,
  connection: Connection,
  source: DatasetSource,
  checkAs: DataViewer | undefined,
): Promise<readonly EngineColumn[] | undefined> {
  if (!checkAs && readsOfContext(services.vault, tenantId, connection).length > 0) return undefined;
  return askingSource(() => describeSource(services, tenantId, connection, source, checkAs));
}

/** There is such a workspace, and nobody deletes it before the transaction ends. */
async function holdWorkspace(
  queries: Queries,
  tenantId: TenantId,
  workspaceId: string | null,
): Promise<void> {
  if (workspaceId === null) return;
  const found = await existingNamed(queries, tenantId, 'workspaces', [workspaceId]);
  if (!found.has(workspaceId)) refuseFields([{ path: '/workspaceId', problem: 'names no workspace' }]);
}

export function asColumn({ name, type }: EngineColumn): DatasetColumn {
  return { name, type, label: labelOfName(name) };
}

/** Measures that are new get a label, as columns do; one that was taken away stays so. */
function withLabels<T extends Pick<Dataset, 'measures'>>(definition: T, former: readonly Measure[] = []): T {
  if (!definition.measures) return definition;
  const known = new Set(former.map(({ name }) => name));
  return {
    ...definition,
    measures: definition.measures.map((measure) => {
      const { name, label = labelOfName(name) } = measure;
      return known.has(name) || label === name ? measure : { ...measure, label };
    }),
  };
}
