import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import { isToOne, MAX_STEPS, type Model, type Place, resolveColumn, type Step } from './model.ts';

/** A column that a filter names, in the terms of the dataset that it was written for. */
export interface FilterColumn {
  readonly model: Model;
  readonly column: string;
}

/** The column of another dataset that a filter applies to. */
export interface ReachedColumn {
  /** As queries of that dataset name it: `region`, `customer.region`. */
  readonly name: string;
  /** How it was found. */
  readonly by: 'dataset' | 'relationship' | 'shared-dimension';
  readonly sharedDimension?: string;
}

/** Whether the viewer may filter by a column of a dataset. */
export type CanFilter = (dataset: Dataset, column: DatasetColumn) => boolean;

interface Hit extends Place {
  readonly column: DatasetColumn;
}

/**
 * The column that a filter applies to in queries of a model: of its own dataset; of the same shared dimension; of the
 * filter's dataset by the shortest path; of the same shared dimension by the shortest path. Undefined if there is none
 * or several are equally near, if the types differ, or if the viewer may not filter by it (ADR 293).
 */
export function reachColumn(
  model: Model,
  from: FilterColumn,
  canFilter: CanFilter = () => true,
): ReachedColumn | undefined {
  const source = resolveColumn(from.model, from.column);
  if (!source || !isOpen(from.model, source, canFilter)) return undefined;
  if (from.model.root.id === model.root.id) return { name: from.column, by: 'dataset' };
  const { column, dataset } = source;
  const { sharedDimension } = column;
  const home: Place = { path: '', dataset: model.root, steps: [] };
  const isShared = (each: DatasetColumn) =>
    sharedDimension !== undefined && each.sharedDimension === sharedDimension;

  const found = ((): readonly [readonly Hit[], ReachedColumn['by']] => {
    if (dataset.id === model.root.id) return [[{ ...home, column }], 'dataset'];
    const own = model.root.columns.filter(isShared);
    if (own.length > 0) return [own.map((each) => ({ ...home, column: each })), 'shared-dimension'];
    const related = nearest(model, home, (place) => (place.dataset.id === dataset.id ? [column] : []));
    if (related.length > 0) return [related, 'relationship'];
    return [nearest(model, home, (place) => place.dataset.columns.filter(isShared)), 'shared-dimension'];
  })();
  const [hits, by] = found;
  const [hit] = hits;
  if (hits.length !== 1 || !hit || hit.column.type !== column.type || !isOpen(model, hit, canFilter))
    return undefined;
  const { name } = hit.column;
  const shared = by === 'shared-dimension' && sharedDimension !== undefined ? { sharedDimension } : {};
  return { name: hit.path === '' ? name : `${hit.path}.${name}`, by, ...shared };
}

/** The hits with the fewest steps from the root. */
function nearest(
  model: Model,
  home: Place,
  columnsAt: (place: Place) => readonly DatasetColumn[],
): readonly Hit[] {
  const seen = new Set([home.dataset.id]);
  let level: readonly Place[] = [home];
  for (let steps = 0; steps < MAX_STEPS && level.length > 0; steps += 1) {
    const reached = level.flatMap((place) => stepsFrom(model, place));
    level = twoPerDataset(reached.filter(({ dataset }) => !seen.has(dataset.id)));
    const hits = level.flatMap((place) => columnsAt(place).map((column) => ({ ...place, column })));
    if (hits.length > 0) return hits;
    for (const { dataset } of level) seen.add(dataset.id);
  }
  return [];
}

function stepsFrom({ datasets }: Model, { path, dataset, steps }: Place): readonly Place[] {
  return (dataset.relationships ?? []).flatMap((relationship): readonly Place[] => {
    const reached = datasets.get(relationship.dataset);
    const step: Step | undefined = reached && { relationship, dataset: reached };
    if (!step || !isToOne(step)) return [];
    const { name } = relationship;
    return [{ path: path === '' ? name : `${path}.${name}`, dataset: step.dataset, steps: [...steps, step] }];
  });
}

/** Two paths are enough to know that a dataset is ambiguous; a dense model has very many. */
const twoPerDataset = (places: readonly Place[]): readonly Place[] =>
  [...Map.groupBy(places, ({ dataset }) => dataset.id).values()].flatMap((same) => same.slice(0, 2));

/** Whether the viewer may filter by a column, and join the datasets on the way to it. */
function isOpen({ root }: Model, { column, dataset, steps }: Hit, canFilter: CanFilter): boolean {
  const isKeyOpen = (of: Dataset, name: string) =>
    of.columns.some((each) => each.name === name && canFilter(of, each));
  const joins = steps.every(({ relationship: { columns }, dataset: to }, index) => {
    const before = steps[index - 1]?.dataset ?? root;
    return columns.every(({ own, other }) => isKeyOpen(before, own) && isKeyOpen(to, other));
  });
  return joins && canFilter(dataset, column);
}
