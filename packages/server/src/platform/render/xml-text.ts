/** XML 1.0 §2.2 has no control characters but tab and line ends, and no half of a surrogate pair, however escaped. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text without the characters that no XML can hold; files made of it otherwise do not open. */
export const xmlText = (text: string): string => text.replaceAll(NOT_IN_XML, '');
