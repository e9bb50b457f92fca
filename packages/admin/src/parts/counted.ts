const number = new Intl.NumberFormat('en');

/** "1 app", "1,201 users": a number and what it counts, in the right form. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}
