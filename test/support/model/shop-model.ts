import type { Dataset } from '@inlay/protocol/dataset';
import type { RELATIONSHIPS, TableName } from './shop.ts';

export type Step = (typeof RELATIONSHIPS)[number] & { readonly required?: boolean };

/** A dataset for one table; relationships name tables rather than datasets. */
export interface ShopDataset
  extends Required<Pick<Dataset, 'columns' | 'measures' | 'rowRules' | 'groupRules' | 'segmented'>> {
  readonly relationships: readonly Step[];
}
export type ShopModel = ReadonlyMap<TableName, ShopDataset>;

/** Relationships from the root of a query to a dataset. */
export type Path = readonly Step[];

/** A field of the dataset at the end of a path, as a query writes it: `customer.region.code`. */
export const nameAt = (path: Path, name: string) => [...path.map((step) => step.name), name].join('.');

export const datasetOf = (model: ShopModel, table: TableName): ShopDataset => {
  const dataset = model.get(table);
  if (dataset === undefined) throw new Error(`The model has no ${table}.`);
  return dataset;
};

/** The relationships that a path names: `customer.region`. */
export function pathNamed(model: ShopModel, root: TableName, names: string): Path {
  const path: Step[] = [];
  for (const name of names.split('.')) {
    const step = datasetOf(model, path.at(-1)?.to ?? root).relationships.find((each) => each.name === name);
    if (step === undefined) throw new Error(`The model has no ${names} of ${root}.`);
    path.push(step);
  }
  return path;
}

/** Every path of at most `max` steps, the empty one first. */
export function pathsFrom(model: ShopModel, root: TableName, max: number): readonly Path[] {
  if (max === 0) return [[]];
  const steps = datasetOf(model, root).relationships;
  return [[], ...steps.flatMap((step) => pathsFrom(model, step.to, max - 1).map((rest) => [step, ...rest]))];
}

/** How a row at the end of one path finds the row at the end of another: back to where they part, then on. */
export function routeBetween(from: Path, to: Path): { readonly back: Path; readonly forward: Path } {
  let shared = 0;
  while (shared < from.length && from[shared]?.name === to[shared]?.name) shared += 1;
  return { back: from.slice(shared).toReversed(), forward: to.slice(shared) };
}

/** Whether every row at the end of one path has at most one row at the end of the other. */
export function hasOne(from: Path, to: Path): boolean {
  const { back, forward } = routeBetween(from, to);
  return (
    back.every(({ kind }) => kind !== 'many-to-one') && forward.every(({ kind }) => kind !== 'one-to-many')
  );
}
