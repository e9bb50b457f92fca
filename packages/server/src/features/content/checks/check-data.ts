import type { ContentByKind, ContentKind } from '@inlay/content/content';
import { UTC_CALENDAR } from '@inlay/protocol/query';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, ended, sentenceOf } from '../../../platform/errors.ts';
import { QueryError } from '../../../platform/query/errors/query-error.ts';
import type { Model } from '../../../platform/query/model/model.ts';
import { withoutVariables } from '../../../platform/query/plan/fill-variables.ts';
import { planQuery } from '../../../platform/query/plan/plan.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { holdDatasets, type StoredDataset } from '../../datasets/index.ts';
import { type Reference, referencesOf } from '../store/content-references.ts';
import { type ContentItem, findItem } from '../store/items.ts';
import { type FieldUse, fieldUsesOf } from '../visibility/field-uses.ts';
import { modelsOf } from '../visibility/models-of.ts';
import { unknownFields } from '../visibility/unknown-fields.ts';
import { stepChartProblems } from './step-chart-problems.ts';
import { typeProblems } from './type-problems.ts';

/**
 * Refuses to publish content that queries a dataset, column or measure that does not exist: viewers would see an
 * error. A draft may, if it was written before its dataset (ADR 136, ADR 313).
 */
export async function refuseUnknownData(
  transaction: Queries,
  tenantId: TenantId,
  item: ContentItem,
  now: number,
): Promise<void> {
  const content = JSON.parse(item.draft) as ContentByKind[ContentKind];
  const named = referencesOf(item.kind, content).filter(({ kind }) => kind === 'dataset');
  if (named.length === 0 && item.kind !== 'story') return;
  const ids = named.map(({ id }) => id);
  const datasets = await holdDatasets(transaction, tenantId, ids);
  const app = await findItem(transaction, tenantId, 'app', item.app_id);
  const models = await modelsOf(transaction, tenantId, datasets.values(), app);
  const problems = [
    ...named
      .filter(({ id }) => !datasets.has(id))
      .map(({ id, path }) => ({ path, problem: `refers to a dataset that does not exist: '${id}'` })),
    ...dataProblems(item.kind, content, { datasets, models, app, now }),
    ...(await stepChartProblems(transaction, tenantId, {
      kind: item.kind,
      appId: item.app_id,
      content,
      access: 'everything',
      now,
    })),
  ];
  if (problems.length === 0) return;
  throw new AppError('CONFLICT', {
    message: ended(`This cannot be published: ${sentenceOf(problems)}`),
    details: problems.slice(0, 100),
  });
}

interface DataCheck {
  readonly datasets: ReadonlyMap<string, StoredDataset>;
  readonly models: ReadonlyMap<string, Model>;
  readonly app: ContentItem | undefined;
  readonly now: number;
}

/** Why queries of this content to these datasets would fail; other datasets are ignored. */
export function dataProblems(
  kind: ContentKind,
  content: ContentByKind[ContentKind],
  { datasets, models, app, now }: DataCheck,
): readonly FieldProblem[] {
  return [
    ...referencesOf(kind, content).flatMap((reference) => workspaceProblems(reference, datasets, app)),
    ...fieldUsesOf(kind, content).flatMap((use) => {
      const model = models.get(use.datasetId);
      const name = datasets.get(use.datasetId)?.name ?? use.datasetId;
      return model ? fieldUseProblems(use, model, name, now) : [];
    }),
  ];
}

function workspaceProblems(
  { kind, id, path }: Reference,
  datasets: ReadonlyMap<string, StoredDataset>,
  app: ContentItem | undefined,
): readonly FieldProblem[] {
  const workspaceId = kind === 'dataset' ? datasets.get(id)?.workspaceId : undefined;
  if (!workspaceId || workspaceId === app?.workspace_id) return [];
  return [{ path, problem: `refers to a dataset of another workspace, '${workspaceId}': '${id}'` }];
}

function fieldUseProblems(
  use: FieldUse,
  model: Model,
  datasetName: string,
  now: number,
): readonly FieldProblem[] {
  const unknown = unknownFields(use, { model, datasetName });
  if (unknown.length > 0) return unknown;
  if (!('query' in use)) return typeProblems(use, model);
  try {
    planQuery(withoutVariables(use.query), model, UTC_CALENDAR, now);
    return [];
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const problem = `is not a valid query for the dataset “${datasetName}”: ${error.problem}`;
    return [{ path: `${use.at}/query${error.path}`, problem }];
  }
}
