import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import { fromRanges } from '@inlay/charts/parts/row-ranges';
import type { ChosenValue, DataPoint } from '@inlay/protocol/frame-messages';
import { MAX_FILTER_VALUES } from '@inlay/protocol/max-filter-values';
import type { Cell } from '@inlay/protocol/result';

/** The data behind a selected mark. */
export interface ChosenPoint {
  /** The row by column name; for several rows, the values they have in common. */
  readonly values: DataPoint;
  /** The rows, if there are several, as for "Other"; at most 1,000. */
  readonly rows?: readonly DataPoint[];
  /** The value for filters and drill-down. Absent for several periods of time. */
  readonly value?: ChosenValue;
  readonly dimension: Pick<MarkRows['dimension'], 'name' | 'label' | 'grain'>;
  readonly identity: string;
}

export interface MarkPoints {
  /** The point behind these result rows; undefined for no rows, as a total has none. */
  pointOf(rows: readonly number[]): ChosenPoint | undefined;
  /** Identifies the rows across queries by their dimensions, without measures. */
  identityOf(rows: readonly number[]): string;
}

/** Resolves result rows from the data that is embedded in the chart. */
export function markPoints({ dimension, columns, rows: known, partial }: MarkRows): MarkPoints {
  const count = columns[0]?.values.length ?? 0;
  const all = fromRanges(known ?? [[0, count - 1]]);
  const placeOf = new Map(all.map((row, place) => [row, place]));
  const placesOf = (rows: readonly number[]) => rows.flatMap((row) => placeOf.get(row) ?? []);
  const { name, label, grain, others = [] } = dimension;
  const dimensions = columns.filter(({ role }) => role === 'dimension');
  const ofDimension = columns.find((column) => column.name === name)?.values ?? [];
  const cellsOf = (rows: readonly number[]): readonly Cell[] => [
    ...new Set(placesOf(rows).map((place) => ofDimension[place] ?? null)),
  ];

  /** The value that selects exactly these rows. A filter accepts one period of time, not several. */
  const filterValue = (rows: readonly number[]): ChosenValue | undefined => {
    const own = cellsOf(rows);
    const gathers = rows.some((row) => others.includes(row));
    if (own.length === 1 && !gathers) return own[0];
    if (grain !== undefined) return undefined;
    if (!gathers && own.length <= MAX_FILTER_VALUES) return { in: own };
    if (partial) return undefined;
    const excluded = new Set([...rows, ...others]);
    const rest = cellsOf(all.filter((row) => !excluded.has(row)));
    return rest.length > 0 && rest.length <= MAX_FILTER_VALUES ? { notIn: rest } : undefined;
  };

  const identityOf = (rows: readonly number[]) =>
    JSON.stringify(placesOf(rows).map((place) => dimensions.map(({ values }) => values[place])));

  return {
    identityOf,
    pointOf: (rows) => {
      const places = placesOf(rows);
      const [first] = places;
      if (first === undefined) return undefined;
      const rowAt = (place: number): DataPoint =>
        Object.fromEntries(columns.map((column) => [column.name, column.values[place] ?? null]));
      const common = (values: readonly Cell[]) =>
        places.every((place) => values[place] === values[first]) ? (values[first] ?? null) : null;
      const value = filterValue(rows);
      return {
        values: Object.fromEntries(columns.map((column) => [column.name, common(column.values)])),
        ...(places.length > 1 && { rows: places.slice(0, MAX_FILTER_VALUES).map(rowAt) }),
        ...(value !== undefined && { value }),
        dimension: { name, label, ...(grain !== undefined && { grain }) },
        identity: identityOf(rows),
      };
    },
  };
}
