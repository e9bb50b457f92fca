/** Indexes of rows as JSON: one row, or a list in which a pair is the first and the last of consecutive rows. */
export type RowRanges = number | readonly (number | readonly [first: number, last: number])[];

/** Rows that a mark merges are mostly consecutive: as a range, thousands take a few bytes. */
export function toRanges(rows: readonly number[]): RowRanges {
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return only;
  const ranges: (number | readonly [number, number])[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const first = rows[at] as number;
    const start = at;
    while (rows[at + 1] === first + at - start + 1) at += 1;
    ranges.push(at - start > 1 ? [first, first + at - start] : first);
    if (at - start === 1) ranges.push(first + 1);
  }
  return ranges;
}

export function fromRanges(ranges: RowRanges): readonly number[] {
  if (typeof ranges === 'number') return [ranges];
  return ranges.flatMap((range) => {
    if (typeof range === 'number') return range;
    const [first, last] = range;
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
