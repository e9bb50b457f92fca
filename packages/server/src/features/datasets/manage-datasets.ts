import { isDeepStrictEqual } from 'node:util';
import type { Dataset, DatasetColumn, DatasetSource, Measure } from '@inlay/protocol/dataset';
import { labelOfName } from '@inlay/protocol/label-of-name';
import { refreshColumns } from '@inlay/protocol/refresh-columns';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { writeRecorded } from '../../platform/audit/record-event.ts';
import type { EngineColumn } from '../../platform/engines/engine.ts';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { AppError, refuseFields } from '../../platform/errors.ts';
import { freeId } from '../../platform/free-id.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { checkDataset } from '../../platform/query/plan/check-dataset.ts';
import { withSourceErrors } from '../../platform/query/result/data-errors.ts';
import type { ContentItemRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
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
import {
  holdRelated,
  refuseBrokenRelationships,
  refuseRelated,
  refuseUnfitRelationships,
} from './related-datasets.ts';
import { describeSource, type SourceConnection } from './sample-source.ts';

/** The fields of a request, not checked yet. */
export type DatasetFields = Readonly<Record<string, unknown>> & {
  readonly name?: string;
  readonly connectionId?: string;
  readonly workspaceId?: string | null;
};

/** Checks of content that uses datasets. Passed in, because the content feature depends on this one. */
export interface DatasetDependents {
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
  refuseBreakingChange(
    transaction: Queries,
    tenantId: TenantId,
    was: StoredDataset,
    now: number,
  ): Promise<void>;
}

/** A request to change a dataset, made once by the route. */
export interface DatasetRequest {
  readonly services: Services;
  readonly tenantId: TenantId;
  readonly acting: Acting;
  /** Opens a connection that reads a viewer's context. */
  readonly checkAs?: DataViewer | undefined;
}

interface WithDependents {
  readonly dependents: DatasetDependents;
}

/** A dataset as sent in a request. */
export type UncheckedDraft = Omit<DatasetDraft, 'definition'> & {
  readonly definition: Readonly<Record<string, unknown>>;
};

const noDataset = () => new AppError('NOT_FOUND', { message: 'Dataset not found. Check its id.' });

export async function requireDataset(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<StoredDataset> {
  const dataset = await findDataset(queries, tenantId, id);
  if (!dataset) throw noDataset();
  return dataset;
}

export type NewDataset = DatasetFields & {
  readonly id?: string;
  readonly name: string;
  readonly connectionId: string;
};

/** Uses the columns of the source if `columns` is absent. */
export async function createDataset(request: DatasetRequest, body: NewDataset): Promise<StoredDataset> {
  const { services, tenantId, acting } = request;
  const made = await readNewDataset(request, body);
  await refuseUnfitRelationships(services.store, tenantId, made);
  const event = { action: 'dataset.create', target: made.id } as const;
  return writeRecorded(services, tenantId, acting, event, async (transaction, now) => {
    await holdWorkspace(transaction, tenantId, made.workspaceId);
    await holdRelated(transaction, tenantId, made);
    return insertDataset(transaction, tenantId, made, now);
  });
}

/** A new dataset, checked against its source. Its relationships may name datasets that do not exist yet. */
export async function readNewDataset(
  { services, tenantId, checkAs }: Pick<DatasetRequest, 'services' | 'tenantId' | 'checkAs'>,
  { id: wanted, name, connectionId, workspaceId = null, ...definition }: NewDataset,
): Promise<DatasetDraft> {
  const isTaken = async (id: string) => (await findDataset(services.store, tenantId, id)) !== undefined;
  const id = wanted ?? (await freeId(name, isTaken));
  const draft = { id, name, connectionId, workspaceId, definition };
  const checked = await checkAgainstSource(services, tenantId, draft, checkAs);
  return { ...checked, definition: withLabels(checked.definition) };
}

/** Adds datasets that may relate to each other, in the caller's transaction. */
export async function insertDatasets(
  transaction: Queries,
  tenantId: TenantId,
  drafts: readonly DatasetDraft[],
  now: number,
): Promise<void> {
  for (const draft of drafts) {
    await holdWorkspace(transaction, tenantId, draft.workspaceId);
    await insertDataset(transaction, tenantId, draft, now);
  }
  // Only now: they may name each other.
  for (const draft of drafts) await holdRelated(transaction, tenantId, draft);
}

/**
 * Replaces the fields that are sent; null removes one. The columns of another source are read, unless they are sent too.
 * Refused where published content would break.
 */
export async function changeDataset(
  { services, tenantId, acting, checkAs, dependents }: DatasetRequest & WithDependents,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: IfMatch },
  change: DatasetFields,
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
  const isOtherSource =
    connectionId !== was.connectionId ||
    (fields.source !== undefined && !isDeepStrictEqual(fields.source, former.source));
  const readsColumns = isOtherSource && fields.columns === undefined;
  const { columns, ...others } = former;
  const kept = Object.entries({ ...(readsColumns ? others : former), ...fields }).filter(
    ([, value]) => value !== null,
  );
  const draft = { id, name, connectionId, workspaceId, definition: Object.fromEntries(kept) };
  const isOnlyRenamed = Object.keys(change).every((field) => field === 'name');
  const checked = isOnlyRenamed
    ? { ...draft, definition: former }
    : await checkDraft(services, tenantId, draft, checkAs, readsColumns ? columns : []);
  const made = { ...checked, definition: withLabels(checked.definition, former.measures) };
  const event = { action: 'dataset.change', target: id, details: { fields: Object.keys(change) } } as const;
  return writeRecorded(services, tenantId, acting, event, async (transaction, now) => {
    if (!isOnlyRenamed) {
      await holdWorkspace(transaction, tenantId, workspaceId);
      await holdRelated(transaction, tenantId, made);
    }
    const dataset = await updateDataset(transaction, tenantId, version, made, now);
    if (!dataset) throw new AppError('STALE_VERSION');
    await refuseBrokenRelationships(transaction, tenantId, [was]);
    await dependents.refuseBreakingChange(transaction, tenantId, was, now);
    return dataset;
  });
}

/** Refused, with names, while content or another dataset's relationship uses the dataset. Waits for content that is being published. */
export async function removeDataset(
  { services, tenantId, acting, dependents }: DatasetRequest & WithDependents,
  id: string,
): Promise<void> {
  const event = { action: 'dataset.delete', target: id } as const;
  await writeRecorded(services, tenantId, acting, event, async (transaction) => {
    if (!(await deleteDataset(transaction, tenantId, id))) throw noDataset();
    await refuseRelated(transaction, tenantId, id);
    await dependents.refuseRemoval(transaction, tenantId, id);
  });
}

/** The draft, with the columns of the source where it has none, merged into those `known`; throws for anything that queries would fail on. */
export async function checkDraft(
  services: Services,
  tenantId: TenantId,
  draft: UncheckedDraft,
  checkAs: DataViewer | undefined,
  known?: readonly DatasetColumn[],
): Promise<DatasetDraft> {
  const checked = await checkAgainstSource(services, tenantId, draft, checkAs, known);
  await refuseUnfitRelationships(services.store, tenantId, checked);
  return checked;
}

async function checkAgainstSource(
  services: Services,
  tenantId: TenantId,
  draft: UncheckedDraft,
  checkAs: DataViewer | undefined,
  known: readonly DatasetColumn[] = [],
): Promise<DatasetDraft> {
  const connection = await findConnection(services.store, tenantId, draft.connectionId);
  if (!connection)
    refuseFields([{ path: '/connectionId', problem: 'refers to a connection that does not exist' }]);
  await holdWorkspace(services.store, tenantId, draft.workspaceId);
  const dialect = dialectNamed((connection as Connection).definition.kind);
  function check(
    definition: Readonly<Record<string, unknown>>,
    real?: readonly EngineColumn[],
  ): asserts definition is DatasetDraft['definition'] & Readonly<Record<string, unknown>> {
    refuseFields(checkDataset({ ...definition, id: draft.id, version: 0 }, dialect, real));
  }
  const given: Readonly<Record<string, unknown>> = draft.definition;
  // The shape first: a malformed source cannot be described.
  const described = given.columns === undefined ? { source: given.source, columns: ANY_COLUMN } : given;
  check(described);
  const real = await realColumns(
    { services, tenantId, connection: connection as Connection, viewer: checkAs },
    described.source,
  );
  const definition: Readonly<Record<string, unknown>> =
    given.columns === undefined
      ? { ...given, columns: real ? refreshColumns(known, real.map(asColumn)) : known }
      : given;
  check(definition, real);
  return { ...draft, definition };
}

const ANY_COLUMN: readonly DatasetColumn[] = [{ name: 'any', type: 'string' }];

/** Undefined where the connection needs a viewer and none was given. */
async function realColumns(
  from: SourceConnection,
  source: DatasetSource,
): Promise<readonly EngineColumn[] | undefined> {
  const { services, tenantId, connection, viewer } = from;
  if (!viewer && readsOfContext(services.vault, tenantId, connection).length > 0) return undefined;
  return withSourceErrors(() => describeSource(from, source));
}

/** Locks the workspace against deletion until the transaction ends. */
async function holdWorkspace(
  queries: Queries,
  tenantId: TenantId,
  workspaceId: string | null,
): Promise<void> {
  if (workspaceId === null) return;
  const found = await existingNamed(queries, tenantId, 'workspaces', [workspaceId]);
  if (!found.has(workspaceId))
    refuseFields([{ path: '/workspaceId', problem: 'refers to a workspace that does not exist' }]);
}

export function asColumn({ name, type }: EngineColumn): DatasetColumn {
  return { name, type, label: labelOfName(name) };
}

/** Gives new measures a label, as columns get one; a label that was removed stays removed. */
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
