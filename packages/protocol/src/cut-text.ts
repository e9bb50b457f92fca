/**
 * The first `most` characters of a text, without splitting a surrogate pair, which could not be encoded as UTF-8. A
 * value of a database can be megabytes long: no more of it is taken apart than is needed.
 */
export const cutText = (text: string, most: number): string =>
  [...text.slice(0, 2 * most)].slice(0, most).join('');
