/** The first `most` characters of a text, without splitting a surrogate pair, which could not be encoded as UTF-8. */
export const cutText = (text: string, most: number): string => [...text].slice(0, most).join('');
