import { isDeepStrictEqual } from 'node:util';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { StoredDataset } from '../datasets/index.ts';
import type { Ask } from './content-asks.ts';

/** Names of fields, which columns and measures each have to themselves. */
export interface FieldNames {
  readonly columns: ReadonlySet<string>;
  readonly measures: ReadonlySet<string>;
}

/** A dataset as somebody may build from it: what is not in these sets does not exist for them. */
export interface UsableDataset extends FieldNames {
  readonly dataset: StoredDataset;
}

/** The fields somebody can use, by dataset (ADR 245). */
export interface UsableData {
  readonly datasets: ReadonlyMap<string, UsableDataset>;
  /** Datasets that the app lists and that nobody has made yet: drafts may be written before them. */
  readonly awaited?: ReadonlySet<string>;
}

/**
 * Whether somebody who is no administrator may build from a field: never where it is hidden; else where the app lists
 * its dataset, or where published content of the app shows them the field already.
 */
export function canUseField(
  { name, hidden }: Pick<DatasetColumn | Measure, 'name' | 'hidden'>,
  { isListed, shown }: { readonly isListed: boolean; readonly shown?: ReadonlySet<string> | undefined },
): boolean {
  return hidden !== true && (isListed || shown?.has(name) === true);
}

export function usableFields(dataset: StoredDataset, isListed: boolean, shown?: FieldNames): UsableDataset {
  const { columns, measures = [] } = dataset.definition;
  const names = (fields: readonly (DatasetColumn | Measure)[], among: ReadonlySet<string> | undefined) =>
    new Set(fields.filter((field) => canUseField(field, { isListed, shown: among })).map(({ name }) => name));
  return {
    dataset,
    columns: names(columns, shown?.columns),
    measures: names(measures, shown?.measures),
  };
}

/**
 * What of these parts somebody may not ask; what they may not know is as one that does not exist. Parts that were there
 * `before` stay, whoever put them there.
 */
export function fieldProblems(
  asks: readonly Ask[],
  { datasets, awaited }: UsableData,
  before: readonly Ask[] = [],
): readonly FieldProblem[] {
  return asks.flatMap((ask): readonly FieldProblem[] => {
    const { datasetId, at, part } = ask;
    if (before.some((former) => isDeepStrictEqual(former.part, part))) return [];
    const usable = datasets.get(datasetId);
    if (!usable) return awaited?.has(datasetId) ? [] : [noDataset(`${at}/datasetId`)];
    if ('query' in ask) {
      const place = unusableField(usable, ask.query);
      return place === undefined ? [] : [noField(`${at}/query${place}`)];
    }
    const missing = ask.columns.findIndex((column) => !usable.columns.has(column));
    if (missing < 0) return [];
    const place = ask.field === 'levels' ? `levels/${missing}` : ask.field;
    return [noField(`${at}/${place}`)];
  });
}

/** The name itself is left out: in a part that somebody else wrote it may be one that is kept from the reader. */
const noDataset = (path: string): FieldProblem => ({
  path,
  problem: 'names no dataset of this app; choose another, or ask an administrator to add it to the app',
});

const noField = (path: string): FieldProblem => ({
  path,
  problem:
    'names nothing that this app offers of the dataset; choose another field, or ask an administrator to offer it',
});

/** Where a question names a field that is out of somebody's reach. */
export function unusableField({ columns, measures }: FieldNames, query: QuerySpec): string | undefined {
  const { dimensions, filters = [], sort = [], comparison, top, pivot } = query;
  const either = new Set([...columns, ...measures]);
  const named = [
    ...dimensions.map(({ column }, index) => [`/dimensions/${index}/column`, column, columns] as const),
    ...query.measures.map((name, index) => [`/measures/${index}`, name, measures] as const),
    ...filters.map(({ column }, index) => [`/filters/${index}/column`, column, columns] as const),
    ...sort.map(({ by }, index) => [`/sort/${index}/by`, by, either] as const),
    ...(comparison ? [['/comparison/column', comparison.column, columns] as const] : []),
    ...(top ? [['/top/dimension', top.dimension, columns] as const] : []),
    ...(top ? [['/top/by', top.by, measures] as const] : []),
    ...(pivot ? [['/pivot/dimension', pivot.dimension, columns] as const] : []),
  ];
  return named.find(([, name, among]) => !among.has(name))?.[0];
}
