/** Normalized text for the `q` parameter of lists; computed on write, since engines fold Unicode differently. */
export function foldSearchText(parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part != null)
    .map((part) => part.trim().normalize('NFKC').toLowerCase())
    .join('\n');
}

/** Escapes `%` and `_`, which are literal in search terms. */
export function likeLiteral(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
