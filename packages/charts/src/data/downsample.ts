/**
 * The continuous runs of a series, as indexes of the values to draw. A null ends a run, so a line never covers missing
 * values, unless the gap is narrower than a column of `columns`. If there are more than two values per column of `columns`, a column keeps its lowest and highest value and a
 * run its ends: at one pixel per column, nothing visible is lost, in particular no peak.
 *
 * @param positions ascend with the index.
 */
export function runsOf(
  values: readonly (number | null)[],
  positions: readonly number[],
  columns: number,
): readonly (readonly number[])[] {
  const width = columnWidth(values.length, positions, columns);
  const runs: (readonly number[])[] = [];
  for (let start = 0; start < values.length; start += 1) {
    if (values[start] === null) continue;
    let end = start;
    let next = nextValue(values, end);
    while (next < values.length && (next === end + 1 || distance(positions, end, next) < width)) {
      end = next;
      next = nextValue(values, end);
    }
    runs.push(width === 0 ? between(start, end) : thinned(values, positions, start, end, width));
    start = end;
  }
  return runs;
}

function nextValue(values: readonly (number | null)[], index: number): number {
  let next = index + 1;
  while (next < values.length && values[next] === null) next += 1;
  return next;
}

const distance = (positions: readonly number[], from: number, to: number): number =>
  (positions[to] as number) - (positions[from] as number);

/** The pairs of values on both sides of each gap. */
export function bridgesOf(runs: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
  return runs.slice(1).map((run, index) => [runs[index]?.at(-1) as number, run[0] as number]);
}

/** Zero if no downsampling is needed. */
function columnWidth(count: number, positions: readonly number[], columns: number): number {
  if (count <= columns * 2) return 0;
  return ((positions[count - 1] as number) - (positions[0] as number)) / columns;
}

function between(start: number, end: number): readonly number[] {
  const indexes: number[] = [];
  for (let index = start; index <= end; index += 1) indexes.push(index);
  return indexes;
}

function thinned(
  values: readonly (number | null)[],
  positions: readonly number[],
  start: number,
  end: number,
  width: number,
): readonly number[] {
  const origin = positions[0] as number;
  const kept = [start];
  const keep = (index: number) => {
    if (index > (kept[kept.length - 1] as number)) kept.push(index);
  };
  let column = Number.NaN;
  let [low, high] = [start, start];
  for (let index = start; index <= end; index += 1) {
    if (values[index] === null) continue;
    const own = Math.floor(((positions[index] as number) - origin) / width);
    if (own !== column) {
      keep(Math.min(low, high));
      keep(Math.max(low, high));
      column = own;
      low = high = index;
    } else if ((values[index] as number) < (values[low] as number)) low = index;
    else if ((values[index] as number) > (values[high] as number)) high = index;
  }
  keep(Math.min(low, high));
  keep(Math.max(low, high));
  keep(end);
  return kept;
}
