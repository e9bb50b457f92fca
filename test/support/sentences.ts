/** Every message of a catalog, by its path. */
export function sentencesOf(words: object, at = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${at}${key}`, value] as const]
        : [...sentencesOf(value as object, `${at}${key}.`)],
    ),
  );
}

/** The places in a sentence where names are filled in. */
export const holesOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{\d\}/g)].map(([hole]) => hole).sort();
