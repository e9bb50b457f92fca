import type { Dataset, Relationship } from '@inlay/protocol/dataset';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, refuseFields } from '../../platform/errors.ts';
import { checkOtherColumns } from '../../platform/query/model/check-relationships.ts';
import { checkRules, datasetsInRules } from '../../platform/query/model/check-rules.ts';
import { MAX_STEPS } from '../../platform/query/model/model.ts';
import { checkMeasures } from '../../platform/query/plan/check-dataset.ts';
import type { Queries } from '../../platform/store/store.ts';
import {
  type DatasetDraft,
  findDataset,
  findDatasets,
  lockDatasets,
  type StoredDataset,
} from './datasets.ts';

type Related = Pick<StoredDataset, 'id' | 'connectionId' | 'workspaceId'> & {
  readonly definition: DatasetDraft['definition'];
};

/** Throws unless each relationship fits the dataset that it names (ADR 295). */
export async function refuseUnfitRelationships(
  queries: Queries,
  tenantId: TenantId,
  draft: DatasetDraft,
): Promise<void> {
  refuseUnfit(draft, await findReached(queries, tenantId, draft));
}

/**
 * The same in the transaction that saves the dataset. Also locks it and the datasets that it reaches, in one order for
 * all callers, so that two that name each other can be saved at the same time.
 */
export async function holdRelated(
  transaction: Queries,
  tenantId: TenantId,
  draft: DatasetDraft,
): Promise<void> {
  const reached = await findReached(transaction, tenantId, draft);
  if (reached.length === 0 && relatedIds(draft).length === 0) return;
  const ids = [draft, ...reached].map(({ id }) => id);
  refuseUnfit(draft, await lockDatasets(transaction, tenantId, ids));
}

const relatedIds = ({ definition: { relationships = [] } }: Related): readonly string[] => [
  ...new Set(relationships.map(({ dataset }) => dataset)),
];

const refuseUnfit = (draft: Related, others: readonly Related[]) =>
  refuseFields(problemsAmong(draft, others));

/** Why a dataset cannot be saved with the others that it reaches. */
export function problemsAmong(draft: Related, others: readonly Related[]): readonly FieldProblem[] {
  const known = new Map([...others, draft].map((dataset) => [dataset.id, dataset]));
  const { relationships = [] } = draft.definition;
  const datasets = new Map(Array.from(known, ([id, dataset]) => [id, definitionOf(dataset)]));
  return [
    ...relationships.flatMap((relationship, at) =>
      relationshipProblems(draft, relationship, known.get(relationship.dataset), `/relationships/${at}`),
    ),
    ...checkMeasures({ root: definitionOf(draft), datasets }),
    ...checkRules({ root: definitionOf(draft), datasets }),
  ];
}

/** The other datasets that relationships of a dataset reach. Rules that follow rules lead further than queries. */
const findReached = async (queries: Queries, tenantId: TenantId, from: Related) =>
  (await withRelated(queries, tenantId, relatedIds(from))).filter(({ id }) => id !== from.id);

/** Datasets and all that their relationships reach, by id. */
export async function withRelated(
  queries: Queries,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly StoredDataset[]> {
  const found = new Map<string, StoredDataset>();
  let missing = ids;
  while (missing.length > 0) {
    const added = await findDatasets(queries, tenantId, missing);
    for (const dataset of added) found.set(dataset.id, dataset);
    const related = new Set(added.flatMap(relatedIds)).difference(new Set(missing));
    missing = [...related].filter((id) => !found.has(id));
  }
  return [...found.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

const definitionOf = ({ id, definition }: Related): Dataset => ({ ...definition, id, version: 0 });

/** Why a relationship cannot be saved; `other` is the dataset that it names, if that exists. */
export function relationshipProblems(
  draft: Related,
  relationship: Relationship,
  other: Related | undefined,
  path: string,
): readonly FieldProblem[] {
  const at = `${path}/dataset`;
  if (!other) return [{ path: at, problem: 'refers to a dataset that does not exist' }];
  if (other.connectionId !== draft.connectionId)
    return [{ path: at, problem: 'must be a dataset of the same connection' }];
  // Otherwise viewers of the other workspaces would miss fields that authors can choose.
  if (other.workspaceId !== null && other.workspaceId !== draft.workspaceId)
    return [{ path: at, problem: 'must belong to the same workspace or to all workspaces' }];
  const columns = { id: other.id, columns: other.definition.columns };
  return checkOtherColumns(relationship, draft.definition.columns, columns, path);
}

/**
 * Refuses changes, already made, that break relationships of other datasets, or row rules that use these. Takes all
 * datasets that changed together: two of them may break the same rule. What was broken before does not count.
 */
export async function refuseBrokenRelationships(
  transaction: Queries,
  tenantId: TenantId,
  former: readonly StoredDataset[],
): Promise<void> {
  const relationships = former.map((was) => brokenRelationships(transaction, tenantId, was));
  const broken = [
    ...(await Promise.all(relationships)).flat(),
    ...(await brokenRules(transaction, tenantId, former)),
  ];
  const [first] = broken;
  if (!first) return;
  const problem = first.problem.endsWith('?') ? first.problem : `${first.problem}.`;
  throw new AppError('CONFLICT', {
    message:
      `${first.what} of dataset '${first.id}' does not fit this change: ` +
      `${first.path} ${problem} Change or remove it first.`,
    details: { usedBy: broken.slice(0, 100).map(({ what: _, ...each }) => each) },
  });
}

type Broken = FieldProblem & { readonly what: string; readonly kind: 'dataset'; readonly id: string };

async function brokenRelationships(
  transaction: Queries,
  tenantId: TenantId,
  was: StoredDataset,
): Promise<readonly Broken[]> {
  const is = await findDataset(transaction, tenantId, was.id);
  if (!is) return [];
  return (await datasetsRelatedTo(transaction, tenantId, was.id)).flatMap((dataset) => {
    const { relationships = [] } = dataset.definition;
    return relationships.flatMap((relationship, at) => {
      if (relationship.dataset !== was.id) return [];
      const path = `/relationships/${at}`;
      const what = `The relationship ${relationship.name}`;
      return added(
        relationshipProblems(dataset, relationship, was, path),
        relationshipProblems(dataset, relationship, is, path),
      ).map((each) => ({ ...each, what, kind: 'dataset', id: dataset.id }));
    });
  });
}

/** Row rules reach further than relationships, whose other end is the changed dataset. */
async function brokenRules(
  transaction: Queries,
  tenantId: TenantId,
  former: readonly StoredDataset[],
): Promise<readonly Broken[]> {
  const reaching = former.map(({ id }) => datasetsReaching(transaction, tenantId, id));
  const users = new Map((await Promise.all(reaching)).flat().map((dataset) => [dataset.id, dataset]));
  const before = new Map(former.map((dataset) => [dataset.id, definitionOf(dataset)]));
  const broken = Array.from(users.values(), async (dataset) => {
    const others = await findReached(transaction, tenantId, dataset);
    const root = definitionOf(dataset);
    const after = new Map(others.map((each) => [each.id, definitionOf(each)])).set(root.id, root);
    return added(
      checkRules({ root, datasets: new Map([...after, ...before, [root.id, root]]) }),
      checkRules({ root, datasets: after }),
    ).map((each): Broken => ({ ...each, what: 'A row rule', kind: 'dataset', id: dataset.id }));
  });
  return (await Promise.all(broken)).flat();
}

function added(before: readonly FieldProblem[], after: readonly FieldProblem[]): readonly FieldProblem[] {
  const known = new Set(before.map(({ path }) => path));
  return after.filter(({ path }) => !known.has(path));
}

/** Throws if another dataset relates to this one. */
export async function refuseRelated(transaction: Queries, tenantId: TenantId, id: string): Promise<void> {
  const users = await datasetsRelatedTo(transaction, tenantId, id);
  if (users.length === 0) return;
  const names = users.slice(0, 5).map((user) => `'${user.id}'`);
  const more = users.length > names.length ? ` and ${users.length - names.length} more` : '';
  throw new AppError('CONFLICT', {
    message: `Relationships of ${names.join(', ')}${more} use this dataset. Remove them there first.`,
    details: { usedBy: users.map((user) => ({ kind: 'dataset', id: user.id })) },
  });
}

/** The other datasets with a relationship to this one. */
async function datasetsRelatedTo(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<readonly StoredDataset[]> {
  const related = await queries
    .tenant(tenantId)
    .selectFrom('datasets')
    .select('id')
    // Narrows what is parsed; a name or a value may contain the same text.
    .where('definition', 'like', `%"dataset":${JSON.stringify(id)}%`)
    .where('id', '!=', id)
    .execute();
  const datasets = await findDatasets(
    queries,
    tenantId,
    related.map((row) => row.id),
  );
  return datasets.filter(({ definition: { relationships = [] } }) =>
    relationships.some(({ dataset }) => dataset === id),
  );
}

/** The other datasets with a relationship to this one, or with row rules that use it. */
export async function datasetsUsing(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<readonly StoredDataset[]> {
  const reaching = await datasetsReaching(queries, tenantId, id);
  const ids = reaching.map((dataset) => dataset.id);
  const all = await withRelated(queries, tenantId, ids);
  const datasets = new Map(all.map((dataset) => [dataset.id, dataset.definition]));
  return reaching.filter(
    (dataset) =>
      relatedIds(dataset).includes(id) || datasetsInRules({ root: dataset.definition, datasets }).has(id),
  );
}

/** The other datasets whose models contain this one. */
export async function datasetsReaching(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<readonly StoredDataset[]> {
  const found = new Map<string, StoredDataset>();
  let targets = [id];
  for (let step = 0; targets.length > 0 && step < MAX_STEPS; step += 1) {
    const related = await Promise.all(targets.map((target) => datasetsRelatedTo(queries, tenantId, target)));
    const added = related.flat().filter((dataset) => dataset.id !== id && !found.has(dataset.id));
    for (const dataset of added) found.set(dataset.id, dataset);
    targets = added.map((dataset) => dataset.id);
  }
  return [...found.values()];
}
