import { endOfText } from './json-text.ts';

/** In front of the digits of an integer that a double would round. */
const MARK = '\0';
const LONG_INTEGER = /(?<=[[,:\s])-?\d{16,}(?![\d.eE])/;

/**
 * `JSON.parse`, except that integers beyond 2^53 keep their digits: read values with `exactText` and `exactJson`. A reviver
 * that reads the source does the same in many times the time.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(LONG_INTEGER.test(text) ? markLongIntegers(text) : text);
}

/** Long integers become texts, but those in texts stay. */
function markLongIntegers(text: string): string {
  const places = new RegExp(`"|${LONG_INTEGER.source}`, 'g');
  const parts: string[] = [];
  let done = 0;
  for (let place = places.exec(text); place; place = places.exec(text)) {
    const [token] = place;
    if (token === '"') places.lastIndex = endOfText(text, places.lastIndex);
    else if (!Number.isSafeInteger(Number(token))) {
      parts.push(text.slice(done, place.index), `"\\u0000${token}"`);
      done = places.lastIndex;
    }
  }
  return parts.join('') + text.slice(done);
}

export function exactText(value: unknown): string {
  const text = String(value);
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** As JSON, with the digits that came. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"\\u0000(-?\d+)"/g, '$1');
