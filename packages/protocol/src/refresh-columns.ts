import type { DatasetColumn } from './dataset.ts';

/**
 * The columns of a dataset whose source was read again: those that the source still has keep what was set for them,
 * new ones have their default label, and computed columns stay.
 */
export function refreshColumns(
  known: readonly DatasetColumn[],
  found: readonly DatasetColumn[],
): readonly DatasetColumn[] {
  const stored = new Map(known.filter(isStored).map((column) => [column.name, column]));
  const names = new Set(found.map(({ name }) => name));
  return [
    ...found.map((column) => refreshed(stored.get(column.name), column)),
    ...known.filter((column) => !isStored(column) && !names.has(column.name)),
  ];
}

const isStored = ({ expression }: DatasetColumn): boolean => expression === undefined;

function refreshed(was: DatasetColumn | undefined, found: DatasetColumn): DatasetColumn {
  if (!was) return found;
  const { format, timeZone, aggregations, ...kept } = was;
  const labeled = { ...found, ...kept };
  // Some databases store booleans as integers, which the author has declared.
  const isDeclared = was.type === 'boolean' && found.type === 'integer';
  if (was.type !== found.type && !isDeclared) return { ...labeled, type: found.type };
  return {
    ...labeled,
    ...(format && { format }),
    ...(timeZone !== undefined && { timeZone }),
    ...(aggregations && { aggregations }),
  };
}
