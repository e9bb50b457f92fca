const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Every word of a search is in a text, whatever the accents. */
export function matchesSearch(text: string, search: string): boolean {
  const searched = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
