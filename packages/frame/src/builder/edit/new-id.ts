/** A name for a new item, unlike any other in this dashboard and unlike those of another editor. */
export function newId(): string {
  const letters = crypto.getRandomValues(new Uint8Array(8));
  return `i${Array.from(letters, (byte) => (byte % 36).toString(36)).join('')}`;
}
