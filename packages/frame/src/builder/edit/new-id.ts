/** A random id for a new item, unique across concurrent editors. */
export function newId(): string {
  const letters = crypto.getRandomValues(new Uint8Array(8));
  return `i${Array.from(letters, (byte) => (byte % 36).toString(36)).join('')}`;
}
