/** How a line shows that there are no values: across a gap, and to a period that is not over. */
export const dashes = '2.5 5.5';

/** Runs of a line without the segment to a period that is not over, and that segment. */
export function cutIncomplete(
  runs: readonly (readonly number[])[],
  incomplete: number | undefined,
): { readonly runs: readonly (readonly number[])[]; readonly segment?: readonly number[] } {
  const last = runs.at(-1) ?? [];
  if (incomplete === undefined || last.length < 2 || last.at(-1) !== incomplete) return { runs };
  return { runs: [...runs.slice(0, -1), last.slice(0, -1)], segment: last.slice(-2) };
}
