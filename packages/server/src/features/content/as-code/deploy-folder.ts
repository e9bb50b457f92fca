import { createHash } from 'node:crypto';
import type { ContentFile, ContentPlan, FolderProblem } from '@inlay/content/content-plan';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import type { Services } from '../../../services.ts';
import { findConnections } from '../../connections/index.ts';
import {
  findDataset,
  findDatasets,
  holdRelated,
  lockDatasets,
  refuseBrokenRelationships,
  type StoredDataset,
} from '../../datasets/index.ts';
import { refuseBreakingChange } from '../lifecycle/dataset-dependents.ts';
import { type ContentRequest, writeContent } from '../store/content-request.ts';
import { findOwnerships } from '../store/dashboard-owners.ts';
import { itemsOfApp } from '../store/items.ts';
import { affectedEmbeds } from './affected-embeds.ts';
import { compareFolder, isPublishable, type PlannedStep } from './compare-folder.ts';
import { connectionKind } from './folder-connections.ts';
import { connectionIn, datasetKind, onConnection } from './folder-datasets.ts';
import { folderError, problemsIn } from './folder-error.ts';
import type { FolderKind, FolderWrite, Variables } from './folder-kind.ts';
import { folderKinds } from './folder-kinds.ts';
import { filePath, type ReadEntry, type ReadFolder, readFolder } from './read-folder.ts';

export interface DeployRequest extends ContentRequest {
  readonly services: Services;
}

export interface DeployOptions {
  readonly publish: boolean;
  /** Deletes what the folder lacks. */
  readonly prune: boolean;
  /** Connections of the tenant, by the ids that the files use. */
  readonly connections: Readonly<Record<string, string>>;
  readonly variables: Variables;
}

export const PLAIN: DeployOptions = { publish: false, prune: false, connections: {}, variables: {} };

/** Does everything and rolls it back, so that a plan fails exactly where its application would. */
export async function planFolder(
  request: DeployRequest,
  files: readonly ContentFile[],
  options: DeployOptions,
): Promise<ContentPlan> {
  let plan: ContentPlan | undefined;
  const undone = new Error('a plan changes nothing');
  const folder = await readOwn(files, options);
  await writeContent(request, async (changes) => {
    plan = await deploy({ ...changes, ...request }, folder, options, undefined);
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  if (!plan) throw new AppError('INTERNAL', { detail: 'the plan was not made' });
  return plan;
}

/** Applies a folder in one transaction. With `revision`, only if it is still the revision of the plan. */
export async function applyFolder(
  request: DeployRequest,
  files: readonly ContentFile[],
  options: DeployOptions,
  revision?: string,
): Promise<ContentPlan> {
  const folder = await readOwn(files, options);
  return writeContent(request, (changes) => deploy({ ...changes, ...request }, folder, options, revision));
}

/** A checked folder, and a hash of its files and the options. */
interface Deployment extends ReadFolder {
  readonly hash: string;
}

async function readOwn(files: readonly ContentFile[], options: DeployOptions): Promise<Deployment> {
  const { variables, connections } = options;
  // A file of a connection that is mapped to another one is not needed.
  const mapped = new Set(Object.keys(connections).map((id) => filePath(connectionKind, id)));
  const folder = await readFolder(files, { variables, skip: (path) => mapped.has(path) });
  return { ...folder, hash: await hashOf(folder, options) };
}

async function deploy(
  write: FolderWrite,
  deployment: Deployment,
  options: DeployOptions,
  expected: string | undefined,
): Promise<ContentPlan> {
  const { transaction, tenantId } = write;
  const { appId, hash } = deployment;
  await takeLock(transaction, 'app', tenantId, appId);
  const folder = await withConnections(write, deployment, options);
  await lockDatasets(transaction, tenantId, idsOf(folder, datasetKind));
  const items = await itemsOfApp(transaction, tenantId, appId, 'all');
  const dashboards = items.filter(({ kind }) => kind === 'dashboard').map(({ id }) => id);
  const owners = await findOwnerships(transaction, tenantId, dashboards);
  const reading = { queries: transaction, tenantId, appId, items, owners };
  const { steps, state } = await compareFolder(write, folder, reading, options);
  const revision = `${state}.${hash}`;
  refuseOther(expected, revision);
  const done = await writeSteps(write, folder, steps, options);
  const embeds = await affectedEmbeds(write, { appId, steps: done, before: items });
  return { app: appId, revision, files: done.map(({ planned }) => planned), embeds };
}

const idsOf = ({ entries }: ReadFolder, kind: FolderKind) =>
  entries.filter((entry) => entry.kind === kind).map(({ id }) => id);

/** As the files have them, without values of variables: a plan's revision is printed, and must not help to guess them. */
async function hashOf(
  { entries }: ReadFolder,
  { publish, prune, connections }: DeployOptions,
): Promise<string> {
  const hash = createHash('sha256').update(
    JSON.stringify([publish, prune, Object.entries(connections).sort()]),
  );
  for (const { path, written } of entries.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    await giveWay();
    hash.update(`\n${JSON.stringify([path, written])}`);
  }
  return hash.digest('hex').slice(0, 32);
}

function refuseOther(expected: string | undefined, revision: string): void {
  if (expected === undefined || expected === revision) return;
  const isOtherFolder = expected.split('.')[0] === revision.split('.')[0];
  throw new AppError('STALE_VERSION', {
    message: isOtherFolder
      ? 'The files or options are not those of the plan. Plan again and review the changes.'
      : 'The content of the instance changed since the plan was made. Plan again and review the changes.',
    details: { revision },
  });
}

/** Puts datasets on the connections of this tenant. */
async function withConnections(
  { transaction, tenantId }: FolderWrite,
  folder: ReadFolder,
  { connections }: DeployOptions,
): Promise<ReadFolder> {
  const wanted = Object.entries(connections);
  if (wanted.length === 0) return folder;
  const found = await findConnections(
    transaction,
    tenantId,
    wanted.map(([, name]) => name),
  );
  const ids = new Map(
    wanted.map(([from, to]) => {
      const same = found.find(({ id }) => id === to);
      const named = found.filter(({ name }) => name === to);
      if (!same && named.length !== 1) throw unknownConnection(from, to, named.length);
      return [from, (same ?? named[0])?.id ?? to];
    }),
  );
  const entries = folder.entries.map((entry) => {
    const id = entry.kind === datasetKind ? ids.get(connectionIn(entry.value)) : undefined;
    return id === undefined ? entry : { ...entry, value: onConnection(entry.value, id) };
  });
  return { ...folder, entries };
}

function unknownConnection(from: string, to: string, count: number): AppError {
  const problem =
    count === 0
      ? `names a connection that does not exist: '${to}'`
      : `is the name of ${count} connections: '${to}'. Use the id of one of them`;
  return fieldsInvalid([{ path: `/connections/${from}`, problem }]);
}

/** Writes all steps or throws; returns them as they were carried out. */
async function writeSteps(
  write: FolderWrite,
  { entries }: ReadFolder,
  steps: readonly PlannedStep[],
  { publish }: DeployOptions,
): Promise<readonly PlannedStep[]> {
  const { transaction, tenantId } = write;
  const changed = steps.filter(({ planned }) => planned.action === 'create' || planned.action === 'change');
  const datasets = changed.filter(({ kind }) => kind === datasetKind);
  const former = await findDatasets(
    transaction,
    tenantId,
    datasets.map(({ id }) => id),
  );
  const removed = steps.filter(({ planned }) => planned.action === 'delete');
  const isEmbed = ({ kind }: PlannedStep) => kind.kind === 'embed';
  // Nothing uses embeds, and a new one may have the alias of one that is deleted.
  await inTurn(removed.filter(isEmbed), async (step) => void (await step.kind.remove?.(write, step.id)));
  for (const kind of folderKinds)
    await inTurn(
      changed.filter((step) => step.kind === kind),
      ({ entry }) => kind.write(write, entry as ReadEntry),
    );
  // Only now: datasets may name each other. Unchanged ones may not fit others that changed.
  const related = datasets.length > 0 ? entries.filter(({ kind }) => kind === datasetKind) : [];
  await inTurn(related, async ({ id }) => {
    const dataset = await findDataset(transaction, tenantId, id);
    if (dataset) await holdRelated(transaction, tenantId, dataset);
  });
  const unpublished = publish ? steps.filter(({ entry }) => entry && isPublishable(entry)) : [];
  for (const kind of folderKinds)
    await inTurn(
      unpublished.filter((step) => step.kind === kind),
      async ({ entry }) => kind.publish?.(write, entry as ReadEntry),
    );
  const kept = await removeUnused(
    write,
    removed.filter((step) => !isEmbed(step)),
  );
  await refuseBroken(write, datasets, former);
  return steps.map((step) =>
    kept.has(step) ? { ...step, planned: { ...step.planned, action: 'keep' } } : step,
  );
}

/**
 * Deletes content before what it uses. Datasets that something else uses are kept and returned: they belong to the
 * tenant.
 */
async function removeUnused(
  write: FolderWrite,
  steps: readonly PlannedStep[],
): Promise<ReadonlySet<PlannedStep>> {
  for (let left = steps.toReversed(); ; ) {
    const kept: PlannedStep[] = [];
    const used: PlannedStep[] = [];
    await inTurn(left, async (step) => {
      const isGone = step.kind.remove?.(write, step.id).catch((error) => {
        if (!isConflict(error)) throw error;
        used.push(step);
        return true;
      });
      if (!(await isGone)) kept.push(step);
    });
    if (kept.length + used.length === left.length) {
      // Reports why.
      await inTurn(used, async (step) => void (await step.kind.remove?.(write, step.id)));
      return new Set(kept);
    }
    left = [...used, ...kept];
  }
}

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'CONFLICT';

async function refuseBroken(
  { transaction, tenantId, at }: FolderWrite,
  datasets: readonly PlannedStep[],
  former: readonly StoredDataset[],
): Promise<void> {
  const was = new Map(former.map((dataset) => [dataset.id, dataset]));
  await inTurn(datasets, async ({ id }) => {
    const dataset = was.get(id);
    if (!dataset) return;
    await refuseBrokenRelationships(transaction, tenantId, [dataset]);
    await refuseBreakingChange(transaction, tenantId, dataset, at);
  });
  // Two files may break the same rule: with one of them as it was, it would still be broken.
  const together = { path: datasets.map(({ path }) => path).join(', ') };
  await inTurn([together], () => refuseBrokenRelationships(transaction, tenantId, former));
}

/** Goes on after a refusal, so that one run reports the problems of all files of a kind. */
async function inTurn<T extends { readonly path: string }>(
  steps: readonly T[],
  work: (step: T) => Promise<void>,
): Promise<void> {
  const problems: FolderProblem[] = [];
  let code: 'REQUEST_INVALID' | 'CONFLICT' = 'REQUEST_INVALID';
  for (const step of steps) {
    // Other requests get their turn, also while this transaction is open.
    await giveWay();
    try {
      await work(step);
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode >= 500) throw error;
      problems.push(...problemsIn(step.path, error));
      if (error.code !== 'REQUEST_INVALID') code = 'CONFLICT';
    }
  }
  if (problems.length > 0) throw folderError(problems, code);
}
