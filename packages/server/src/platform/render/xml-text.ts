/** XML 1.0 §2.2 allows no control characters except tab and line ends, and no half surrogate pairs, even escaped. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text without the characters that XML cannot hold; with them, a file does not open. */
export const xmlText = (text: string): string => text.replaceAll(NOT_IN_XML, '');
