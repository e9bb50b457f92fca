/** Puts values into a sentence, where it says `{0}`, `{1}` and so on. */
export const fill = (words: string, ...values: readonly string[]): string =>
  words.replaceAll(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? '');
