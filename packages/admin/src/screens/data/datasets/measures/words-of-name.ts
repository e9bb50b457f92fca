/** The words of a column's name, in lower case: `unitPrice`, `Unit price` and `UNIT_PRICE` have the same. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$& ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
