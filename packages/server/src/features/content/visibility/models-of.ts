import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Model } from '../../../platform/query/model/model.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { findModel, type StoredDataset } from '../../datasets/index.ts';
import type { ContentItem } from '../store/items.ts';

/** The models that viewers of an app query, by the id of their root. */
export async function modelsOf(
  queries: Queries,
  tenantId: TenantId,
  datasets: Iterable<StoredDataset>,
  app: ContentItem | undefined,
): Promise<ReadonlyMap<string, Model>> {
  const viewer = { workspaceId: app?.workspace_id ?? '', bypassesRowRules: false };
  const models = new Map<string, Model>();
  for (const dataset of datasets) models.set(dataset.id, await findModel(queries, tenantId, dataset, viewer));
  return models;
}
