import type { Dataset } from '@inlay/protocol/dataset';
import type { ContextReader } from '../rules/context-reading.ts';
import type { Model } from './model.ts';
import { queryableDataset, readableDataset, restrictedColumns } from './readable-dataset.ts';

/** The model with the columns that exist for the viewer, and the relationships whose keys they have full access to. */
export function readableModel(model: Model, reader: ContextReader): Model {
  return restrict(model, reader, readableDataset);
}

/** Also without masked columns: nothing can be built with them. */
export function queryableModel(model: Model, reader: ContextReader): Model {
  return restrict(model, reader, queryableDataset);
}

function restrict(
  { root, datasets }: Model,
  reader: ContextReader,
  restrictDataset: typeof readableDataset,
): Model {
  const isRestricted = ({ columns }: Dataset) => columns.some(({ access }) => access !== undefined);
  if (!datasets.values().some(isRestricted)) return { root, datasets };
  const restricted = new Map(
    Array.from(datasets, ([id, dataset]) => [id, restrictedColumns(dataset, reader)] as const),
  );
  const readable = new Map(
    Array.from(datasets, ([id, dataset]) => {
      const { relationships, ...rest } = restrictDataset(dataset, reader);
      if (relationships === undefined) return [id, rest];
      const usable = relationships.filter((relationship) =>
        relationship.columns.every(({ other }) => !restricted.get(relationship.dataset)?.has(other)),
      );
      return [id, { ...rest, relationships: usable }];
    }),
  );
  return { root: readable.get(root.id) ?? restrictDataset(root, reader), datasets: readable };
}
