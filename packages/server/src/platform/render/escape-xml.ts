import { xmlText } from './xml-text.ts';

/** For text, and for attributes in double quotes. */
export const escapeXml = (value: string): string =>
  xmlText(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
