/** The first `most` characters of a text: half of a surrogate pair is none, and breaks whatever encodes it as UTF-8. */
export const cutText = (text: string, most: number): string => [...text].slice(0, most).join('');
