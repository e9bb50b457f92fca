import type { Dataset, DatasetColumn, Measure, Relationship } from '@inlay/protocol/dataset';
import type { QueryColumn } from '../../rules/condition.ts';

/** A dataset and those that its relationships reach, as far as one viewer may use them. */
export interface Model {
  readonly root: Dataset;
  /** By id, including the root. */
  readonly datasets: ReadonlyMap<string, Dataset>;
  /** What authors call the datasets, by id. */
  readonly titles?: ReadonlyMap<string, string>;
  /** The same with the columns that the viewer has no access to, if there are any. Queries are never planned with it. */
  readonly whole?: Model;
}

/** One relationship on the way from the root to a dataset. */
export interface Step {
  readonly relationship: Relationship;
  readonly dataset: Dataset;
}

/** Where a field is: `customer.country` is two steps away from the root. */
export interface Place {
  /** The names of the relationships, joined by dots; empty for the root. */
  readonly path: string;
  readonly dataset: Dataset;
  readonly steps: readonly Step[];
}

export interface ResolvedColumn extends Place {
  readonly column: DatasetColumn;
}

export interface ResolvedMeasure extends Place {
  readonly measure: Measure;
}

/** How far relationships lead. */
export const MAX_STEPS = 5;

/** Related rows that the rules of one dataset may refer to, so that rules that follow rules stay small. */
export const MAX_RELATED = 50;

/** What authors call a dataset of the model. */
export function titleIn({ titles }: Model, { id }: Dataset): string {
  return titles?.get(id) ?? id;
}

/** The model of a dataset on its own. */
export function modelOf(root: Dataset): Model {
  return { root, datasets: new Map([[root.id, root]]) };
}

/** The column with this name, or with this path through relationships: `segment`, `customer.segment`. */
export function resolveColumn(model: Model, name: string): ResolvedColumn | undefined {
  const found = resolve(model, name, ({ columns }, last) => columns.find((column) => column.name === last));
  return found && { ...found.place, column: found.field };
}

/** The column as plans refer to it: its name is the one that the query uses. */
export function queryColumn(model: Model, name: string): QueryColumn | undefined {
  const found = resolveColumn(model, name);
  if (found === undefined || found.path === '') return found?.column;
  const { path, column } = found;
  return { ...column, name, related: { path, name: column.name } };
}

export function resolveMeasure(model: Model, name: string): ResolvedMeasure | undefined {
  const found = resolve(model, name, ({ measures = [] }, last) =>
    measures.find((each) => each.name === last),
  );
  return found && { ...found.place, measure: found.field };
}

/** The place at a path, if the model reaches it. */
export function placeAt(model: Model, path: string): Place | undefined {
  let place: Place | undefined = { path: '', dataset: model.root, steps: [] };
  for (const name of path === '' ? [] : path.split('.')) place = place && stepTo(model, place, name);
  return place;
}

/** Whether a name leads to a dataset that the model does not have, so that it cannot be resolved. */
export function leavesModel({ root, datasets }: Model, name: string): boolean {
  let dataset: Dataset | undefined = root;
  for (const step of name.split('.').slice(0, -1)) {
    const relationship: Relationship | undefined = dataset.relationships?.find((each) => each.name === step);
    if (relationship === undefined) return false;
    dataset = datasets.get(relationship.dataset);
    if (dataset === undefined) return true;
  }
  return false;
}

/** A step to one row at most, so that joining it repeats no row. */
export function isToOne({ relationship: { kind } }: Step): boolean {
  return kind !== 'one-to-many';
}

/** Whether each row at the end of the step belongs to one row at most at its start. */
export function isFromOne({ relationship: { kind } }: Step): boolean {
  return kind !== 'many-to-one';
}

/** An own field wins over a path: names in a database may contain dots. */
function resolve<Field>(
  model: Model,
  name: string,
  find: (dataset: Dataset, name: string) => Field | undefined,
): { readonly place: Place; readonly field: Field } | undefined {
  let place: Place = { path: '', dataset: model.root, steps: [] };
  let rest = name;
  for (;;) {
    const field = find(place.dataset, rest);
    if (field !== undefined) return { place, field };
    const dot = rest.indexOf('.');
    const next = dot < 0 ? undefined : stepTo(model, place, rest.slice(0, dot));
    if (next === undefined) return undefined;
    place = next;
    rest = rest.slice(dot + 1);
  }
}

function stepTo({ datasets }: Model, { path, dataset, steps }: Place, name: string): Place | undefined {
  const relationship = (dataset.relationships ?? []).find((each) => each.name === name);
  const reached = relationship && datasets.get(relationship.dataset);
  if (relationship === undefined || reached === undefined || steps.length === MAX_STEPS) return undefined;
  return {
    path: path === '' ? name : `${path}.${name}`,
    dataset: reached,
    steps: [...steps, { relationship, dataset: reached }],
  };
}
