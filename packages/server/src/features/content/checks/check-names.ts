import { isDeepStrictEqual } from 'node:util';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { refuseFields } from '../../../platform/errors.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { findDatasets } from '../../datasets/index.ts';
import { findItem } from '../store/items.ts';
import type { DataAccess } from '../visibility/accessible-data.ts';
import { fieldUsesOf } from '../visibility/field-uses.ts';
import { modelsOf } from '../visibility/models-of.ts';
import { unknownFields } from '../visibility/unknown-fields.ts';
import { stepChartProblems } from './step-chart-problems.ts';
import { typeProblems } from './type-problems.ts';
import { valueProblems } from './value-problems.ts';

interface SavedContent {
  readonly kind: ContentKind;
  readonly appId: string;
  readonly content: ContentByKind[ContentKind];
  readonly before?: ContentByKind[ContentKind];
  readonly access: DataAccess;
}

/**
 * Refuses names that no tile and no dataset has, when someone writes them: a typo would only be found when the content
 * is published, or never. Unchanged parts stay, and so do drafts that are written before their dataset (ADR 313).
 */
export async function refuseUnknownNames(
  queries: Queries,
  tenantId: TenantId,
  saved: SavedContent,
): Promise<void> {
  const { access } = saved;
  if (access !== 'everything' && !access.suggests) return;
  refuseFields([
    // Others may not know every field: `refuseInaccessibleData` checks theirs.
    ...(access === 'everything' ? await datasetProblems(queries, tenantId, saved) : []),
    ...(await valueProblems(queries, tenantId, saved)),
    ...(await stepChartProblems(queries, tenantId, saved)),
  ]);
}

async function datasetProblems(
  queries: Queries,
  tenantId: TenantId,
  { kind, appId, content, before }: SavedContent,
): Promise<readonly FieldProblem[]> {
  const former = before ? fieldUsesOf(kind, before) : [];
  const uses = fieldUsesOf(kind, content).filter(
    ({ part }) => !former.some((use) => isDeepStrictEqual(use.part, part)),
  );
  if (uses.length === 0) return [];
  const ids = [...new Set(uses.map(({ datasetId }) => datasetId))];
  const datasets = await findDatasets(queries, tenantId, ids);
  const app = await findItem(queries, tenantId, 'app', appId);
  const models = await modelsOf(queries, tenantId, datasets, app);
  return uses.flatMap((use) => {
    const model = models.get(use.datasetId);
    const datasetName = datasets.find(({ id }) => id === use.datasetId)?.name ?? use.datasetId;
    if (!model) return [];
    const unknown = unknownFields(use, { model, datasetName }, { awaitsRelated: true });
    return [...unknown, ...typeProblems(use, model)];
  });
}
