/** `customer`, and `invoice.account.customer` of a related dataset, for the attribute `customer` or the list `customers`. */
export function isNamedAfter(column: string, attribute: string): boolean {
  const related = column.slice(column.lastIndexOf('.') + 1);
  return [column, related].some((name) => attribute === name || attribute === `${name}s`);
}
