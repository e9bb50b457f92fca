import type { QueryResult, ResultColumn } from '@inlay/protocol/result';

/** Whether the values of a measure can be added up along these dimensions (ADR 309). */
export const addsUp = (
  { additive, accumulatedAlong }: ResultColumn,
  along: readonly (ResultColumn | undefined)[],
): boolean =>
  additive !== false &&
  (accumulatedAlong === undefined || along.every((dimension) => dimension?.name !== accumulatedAlong));

export const dimensionsOf = ({ columns }: QueryResult): readonly ResultColumn[] =>
  columns.filter(({ role }) => role === 'dimension');

/** The measures that a chart draws, without those of the previous period. */
export function measuresOf({ columns }: QueryResult, y: readonly string[] = []): readonly ResultColumn[] {
  const chosen = y.flatMap((name) => columns.filter((column) => column.name === name));
  if (chosen.length > 0) return chosen;
  return columns.filter(({ role, comparisonOf }) => role === 'measure' && comparisonOf === undefined);
}
