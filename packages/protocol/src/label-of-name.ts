/** The default label of a column or measure: `unit_price` becomes `Unit price`. */
export function labelOfName(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || name;
}
