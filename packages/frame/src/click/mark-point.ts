import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import type { ChosenValue, DataPoint } from '@inlay/protocol/frame-messages';
import { MAX_FILTER_VALUES } from '@inlay/protocol/max-filter-values';
import type { Cell } from '@inlay/protocol/result';
import { markIdentity, placesIn } from '../tile/mark-identity.ts';
import { type MarkChoice, markChoices } from './mark-choices.ts';

/** The data behind a selected mark. */
export interface ChosenPoint {
  /** The row by column name; for several rows, the values they have in common. */
  readonly values: DataPoint;
  /** The rows, if there are several, as for "Other"; at most 1,000. */
  readonly rows?: readonly DataPoint[];
  /** What selects exactly these rows, by dimension. Absent if no filters do. */
  readonly filters?: readonly MarkChoice[];
  /** The filter value of the chart's dimension, for drill-down. */
  readonly value?: ChosenValue;
  readonly dimension: Pick<MarkRows['dimension'], 'name' | 'label' | 'grain'>;
  /** Whether the name of the chosen item is a value of another dimension. */
  readonly isSplit: boolean;
  readonly identity: string;
}

/** One that filters select exactly. */
export type FilteringPoint = ChosenPoint & Required<Pick<ChosenPoint, 'filters'>>;

/** The point behind result rows, from the data that is embedded in the chart; undefined for no rows, as a total has none. */
export function markPoint(data: MarkRows, rows: readonly number[]): ChosenPoint | undefined {
  const { dimension, columns, split } = data;
  const { name, label, grain } = dimension;
  const places = placesIn(data)(rows);
  const [first] = places;
  if (first === undefined) return undefined;
  const rowAt = (place: number): DataPoint =>
    Object.fromEntries(columns.map((column) => [column.name, column.values[place] ?? null]));
  const common = (values: readonly Cell[]) =>
    places.every((place) => values[place] === values[first]) ? (values[first] ?? null) : null;
  const filters = markChoices(data, rows);
  const value = filters?.find((filter) => filter.name === name)?.value;
  return {
    values: Object.fromEntries(columns.map((column) => [column.name, common(column.values)])),
    ...(places.length > 1 && { rows: places.slice(0, MAX_FILTER_VALUES).map(rowAt) }),
    ...(value !== undefined && { value }),
    ...(filters && { filters }),
    dimension: { name, label, ...(grain !== undefined && { grain }) },
    isSplit: split !== undefined,
    identity: markIdentity(data)(rows),
  };
}
