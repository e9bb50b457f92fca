import type { Grain } from '@inlay/protocol/query';
import type { ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';

const day = 86_400_000;

/** Whether the author chose to leave out periods without rows. */
export function leavesOutGaps({ tile }: ChartProps, { name }: ResultColumn): boolean {
  return tile.query.dimensions.some(
    ({ column, grain, fillGaps }) => fillGaps === false && (column === name || `${column}:${grain}` === name),
  );
}

export interface Place {
  readonly position: number;
  /** The index of the category; -1 for a period without rows. */
  readonly index: number;
}

/** The given periods, which ascend, and those between them; undefined if there are more than `limit`. */
export function fillDates(
  positions: readonly number[],
  grain: Exclude<Grain, 'hour'>,
  limit: number,
): readonly Place[] | undefined {
  const places: Place[] = [];
  for (const [index, position] of positions.entries()) {
    let next = index === 0 ? position : nextDate(positions[index - 1] as number, grain);
    for (; next < position; next = nextDate(next, grain)) {
      places.push({ position: next, index: -1 });
      if (places.length > limit) return undefined;
    }
    places.push({ position, index });
  }
  return places.length > limit ? undefined : places;
}

const months = { month: 1, quarter: 3, 'fiscal-quarter': 3, year: 12, 'fiscal-year': 12 };

/** The start of the period after the one that starts here. */
export function nextDate(position: number, grain: Exclude<Grain, 'hour'>): number {
  if (grain === 'day') return position + day;
  if (grain === 'week') return position + 7 * day;
  const date = new Date(position);
  return date.setUTCMonth(date.getUTCMonth() + months[grain]);
}
