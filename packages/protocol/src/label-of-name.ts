/** What people read for a column or measure until somebody gives it another label: `unit_price` is `Unit price`. */
export function labelOfName(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || name;
}
