import type { Relationship } from '@inlay/protocol/dataset';
import type { DataModel, ModelDataset } from '@inlay/protocol/model-api';

/** A dataset with at most one row for each row of another one. */
export interface ToOnePath {
  /** The names of the relationships, as queries write them: `order.customer`. */
  readonly path: string;
  readonly label: string;
  readonly dataset: ModelDataset;
}

/** The datasets that relationships lead to, near ones first on each way. */
export function toOnePaths(
  relationships: readonly Relationship[],
  model: DataModel | undefined,
  maxSteps: number,
  before?: ToOnePath,
): readonly ToOnePath[] {
  if (maxSteps === 0) return [];
  return relationships
    .filter(({ kind }) => kind !== 'one-to-many')
    .flatMap((relationship) => {
      const dataset = model?.datasets.find(({ id }) => id === relationship.dataset);
      if (!dataset) return [];
      const label = relationship.label ?? relationship.name;
      const own: ToOnePath = {
        path: before ? `${before.path}.${relationship.name}` : relationship.name,
        label: before ? `${before.label} › ${label}` : label,
        dataset,
      };
      return [own, ...toOnePaths(dataset.relationships, model, maxSteps - 1, own)];
    });
}
