import type { TileProps } from '@inlay/charts/tile-chart';
import type { QueryResult } from '@inlay/protocol/result';
import { LRUCache } from 'lru-cache';
import { objectNumber } from '../object-number.ts';

const MAX_BYTES = 32 * 1024 * 1024;

const drawings = new LRUCache<string, string>({
  maxSize: MAX_BYTES,
  // V8 stores text in one or two bytes per character.
  sizeCalculation: (markup, key) => 2 * (key.length + markup.length),
});

/** Results that were drawn before. */
const drawn = new WeakSet<QueryResult>();

/**
 * Returns the markup of a tile, from memory if these very props were drawn before. The result counts by identity: the
 * result cache returns the same object only to viewers whose row rules, connection and query are the same, so no viewer
 * gets a drawing of rows that they cannot access (ADR 261).
 */
export function rememberedMarkup(props: TileProps, draw: () => string): string {
  const { result, history, theme, locale } = props;
  // Many results are drawn only once: of uncached datasets, or with filters that one viewer chose.
  if (!drawn.has(result)) {
    drawn.add(result);
    return draw();
  }
  const key = JSON.stringify({
    ...props,
    result: objectNumber(result),
    ...(history && { history: objectNumber(history) }),
    theme: objectNumber(theme),
    locale: { ...locale, messages: objectNumber(locale.messages) },
  });
  const known = drawings.get(key);
  if (known !== undefined) return known;
  // Copied, because V8 would keep the thousands of pieces that the text was joined from.
  const markup = Buffer.from(draw()).toString();
  drawings.set(key, markup);
  return markup;
}
