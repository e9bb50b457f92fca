import type { Dataset } from '@inlay/protocol/dataset';
import { LRUCache } from 'lru-cache';
import { columnAccess } from '../../rules/column-access.ts';
import type { ContextReader } from '../../rules/context-reading.ts';
import { type Model, resolveColumn } from './model.ts';
import { queryableDataset, readableDataset, restrictedColumns, withoutUsesOf } from './readable-dataset.ts';

/** Kinds of access that viewers have to one model; more are derived again. */
const MAX_REMEMBERED = 20;

/** The model with the columns that exist for the viewer, and the relationships whose keys they have full access to. */
export const readableModel = rememberByAccess((model, reader) => restrict(model, reader, readableDataset));

/** Also without masked columns: nothing can be built with them. */
export const queryableModel = rememberByAccess((model, reader) => restrict(model, reader, queryableDataset));

/** Viewers with the same access get the same object, so that what is derived from it can be remembered with it. */
function rememberByAccess(derive: (model: Model, reader: ContextReader) => Model): typeof derive {
  const remembered = new WeakMap<Model, LRUCache<string, Model>>();
  return (model, reader) => {
    const restricted = restrictedIn(model);
    if (restricted.length === 0) return model;
    const access = JSON.stringify(restricted.map((column) => columnAccess(column, reader)));
    const known = remembered.getOrInsertComputed(model, () => new LRUCache({ max: MAX_REMEMBERED }));
    const found = known.get(access) ?? derive(model, reader);
    known.set(access, found);
    return found;
  };
}

const restrictedIn = ({ datasets }: Model) =>
  datasets
    .values()
    .flatMap(({ columns }) => columns.filter(({ access }) => access !== undefined))
    .toArray();

function restrict(whole: Model, reader: ContextReader, restrictDataset: typeof readableDataset): Model {
  const { root, datasets } = whole;
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
  const restrictedRoot = readable.get(root.id) ?? restrictDataset(root, reader);
  // A model can be restricted further, from readable to queryable fields.
  const complete = whole.whole ?? whole;
  return withoutBrokenMeasures({ ...whole, root: restrictedRoot, datasets: readable, whole: complete });
}

/** Without measures that use a column of a related dataset which is not there any more. */
function withoutBrokenMeasures(model: Model & { readonly whole: Model }): Model {
  const { root, datasets, whole } = model;
  const repaired = (dataset: Dataset): Dataset => {
    const { id, measures } = dataset;
    const before = whole.datasets.get(id);
    if (!measures || !before?.relationships) return dataset;
    const isRemoved = (name: string) =>
      !resolveColumn({ root: dataset, datasets }, name) &&
      resolveColumn({ root: before, datasets: whole.datasets }, name) !== undefined;
    return { ...dataset, measures: withoutUsesOf(measures, isRemoved) };
  };
  const all = new Map(Array.from(datasets, ([id, dataset]) => [id, repaired(dataset)]));
  return { ...model, root: all.get(root.id) ?? repaired(root), datasets: all };
}
