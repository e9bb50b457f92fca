/**
 * An id that host pages can write by hand: the column's name as far as identifiers allow, with a number where it is
 * taken. `filters.channel=Web` then sets the filter on `channel`, and its picker shows it.
 */
export function filterId(column: string, taken: readonly string[]): string {
  const base =
    column
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .slice(0, 100)
      .replaceAll(/^[._-]+|[._-]+$/g, '') || 'filter';
  let id = base;
  for (let number = 2; taken.includes(id); number += 1) id = `${base}-${number}`;
  return id;
}
