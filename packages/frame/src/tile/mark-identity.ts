import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import { fromRanges } from '@inlay/charts/parts/row-ranges';

/** The places of result rows in the data that is embedded in a chart. */
export function placesIn({ columns, rows }: MarkRows): (rows: readonly number[]) => readonly number[] {
  const all = fromRanges(rows ?? [[0, (columns[0]?.values.length ?? 0) - 1]]);
  const placeOf = new Map(all.map((row, place) => [row, place]));
  return (wanted) => wanted.flatMap((row) => placeOf.get(row) ?? []);
}

/** Identifies result rows across queries by their dimensions, without measures. */
export function markIdentity(data: MarkRows): (rows: readonly number[]) => string {
  const placesOf = placesIn(data);
  const dimensions = data.columns.filter(({ role }) => role === 'dimension');
  return (rows) =>
    JSON.stringify(placesOf(rows).map((place) => dimensions.map(({ values }) => values[place])));
}
