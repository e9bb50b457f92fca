/** What a list's `q` searches in: folded once when written, since engines fold Unicode differently. */
export function foldSearchText(parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part != null)
    .map((part) => part.trim().normalize('NFKC').toLowerCase())
    .join('\n');
}

/** `%` and `_` are what the person typed, not wildcards. */
export function likeLiteral(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
