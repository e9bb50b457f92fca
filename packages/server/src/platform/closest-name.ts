/** The known name that is closest to a misspelled one, or undefined if none is close. */
export function closestName(given: string, known: readonly string[]): string | undefined {
  const [closest] = known
    .map((name) => ({ name, distance: editDistance(given, name) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.floor(name.length / 4)))
    .sort((a, b) => a.distance - b.distance);
  return closest?.name;
}

/** Levenshtein distance: the number of characters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from.slice(0, 64)].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replace = (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
