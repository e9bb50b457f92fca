import type { ResultColumn } from '@inlay/protocol/result';
import { quantile } from '../../data/quantile.ts';
import { columnFormat, readColumns, toNumber } from '../../data/read-columns.ts';
import { formatRow, isOthers, isTemporal } from '../../format/format-cell.ts';
import { readTime } from '../../format/read-time.ts';
import type { BoxPlotProps } from './options.ts';

export interface Observation {
  readonly row: number;
  readonly value: number;
}

/** Quartiles and whiskers of a group. */
export interface Box {
  readonly low: number;
  readonly lower: number;
  readonly middle: number;
  readonly upper: number;
  readonly high: number;
  /** Values beyond the whiskers. */
  readonly outliers: readonly Observation[];
}

export interface Group {
  readonly label: string;
  /** Time or place on the axis. */
  readonly position: number;
  /** In ascending order of their values. */
  readonly observations: readonly Observation[];
  /** Undefined if there are too few values for quartiles. */
  readonly box: Box | undefined;
}

export interface Groups {
  readonly measure: ResultColumn;
  /** The dimension of the axis; none if the only dimension identifies the observations. */
  readonly x: ResultColumn | undefined;
  /** The dimension that identifies the observations. */
  readonly observed: ResultColumn | undefined;
  readonly groups: readonly Group[];
}

const minObservations = 5;

export function readGroups(props: BoxPlotProps): Groups | undefined {
  const { result, tile, locale } = props;
  const { x: first, series: second, measures } = readColumns(result, tile.options);
  const measure = measures[0];
  if (!measure) return undefined;
  const [x, observed] = second ? [first, second] : [undefined, first];
  const isTime = x !== undefined && isTemporal(x);
  const found = new Map<unknown, { label: string; position: number; observations: Observation[] }>();
  for (let row = 0; row < result.rowCount; row += 1) {
    const value = toNumber(measure.values[row]);
    const position = isTime ? readTime(x.values[row] ?? null, x.type, locale) : found.size;
    // "Other" is a sum, not an observation.
    if (value === null || position === null || (observed && isOthers(observed, row))) continue;
    // The row of "Other" has no value either, but is not the row of missing values.
    const key = x && (isOthers(x, row) ? x : x.values[row]);
    const group = found.get(key) ?? {
      label: x ? formatRow(row, x, columnFormat(x, tile.options), locale) : measure.label,
      position,
      observations: [],
    };
    group.observations.push({ row, value });
    found.set(key, group);
  }
  const groups = [...found.values()].map(({ observations, ...group }) => {
    observations.sort((one, other) => one.value - other.value);
    return { ...group, observations, box: boxOf(observations) };
  });
  return { measure, x, observed, groups: groups.sort((one, other) => one.position - other.position) };
}

/** Whiskers reach to the last value within one and a half box lengths (Tukey 1977). */
export function boxOf(sorted: readonly Observation[]): Box | undefined {
  if (sorted.length < minObservations) return undefined;
  const values = sorted.map(({ value }) => value);
  const [lower, middle, upper] = [0.25, 0.5, 0.75].map((share) => quantile(values, share)) as [
    number,
    number,
    number,
  ];
  const reach = 1.5 * (upper - lower);
  const isInside = ({ value }: Observation) => value >= lower - reach && value <= upper + reach;
  const inside = sorted.filter(isInside);
  return {
    low: Math.min(lower, inside[0]?.value ?? lower),
    lower,
    middle,
    upper,
    high: Math.max(upper, inside.at(-1)?.value ?? upper),
    outliers: sorted.filter((observation) => !isInside(observation)),
  };
}
