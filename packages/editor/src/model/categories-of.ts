import { chartOf } from '@inlay/charts/chart-kinds';
import type { TileContent } from '@inlay/charts/tile';
import type { QueryResult } from '@inlay/protocol/result';

const MAX_CATEGORIES = 100;

/** The names that a chart assigns colors to: its parts or series, or else its measures. */
export function categoriesOf(
  { options, kind }: TileContent,
  result: QueryResult | undefined,
): readonly string[] {
  const { colors, options: offered } = chartOf(kind);
  const panels = 'panels' in offered ? options?.panels : undefined;
  if (!result || !colors) return [];
  const dimensions = result.columns.filter(({ role, name }) => role === 'dimension' && name !== panels);
  const named =
    result.columns.find(({ name }) => name === options?.series) ??
    (colors === 'parts' || colors === 'chosen'
      ? dimensions[0]
      : dimensions.find(({ name }) => name !== (options?.x ?? dimensions[0]?.name)));
  if (named)
    return [...new Set(named.values.filter((value) => value !== null).map(String))].slice(0, MAX_CATEGORIES);
  return result.columns
    .filter(({ role, comparisonOf }) => role === 'measure' && !comparisonOf)
    .map(({ label }) => label);
}
