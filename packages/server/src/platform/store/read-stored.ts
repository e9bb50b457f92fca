import { LRUCache } from 'lru-cache';

const known = new LRUCache<string, object>({
  maxSize: 16 * 1024 * 1024,
  // The key, and an object about three times as large.
  sizeCalculation: (_, key) => 4 * key.length,
});

/**
 * A stored JSON object together with columns of its row. Equal rows give the same frozen object, so that a warm request
 * parses nothing, and what is derived from the object can be remembered with it (ADR 327).
 */
export function readStored<T extends object>(
  json: string,
  columns: { readonly id: string; readonly version?: number },
): T {
  const key = `${columns.id} ${columns.version ?? ''} ${json}`;
  const remembered = known.get(key);
  if (remembered) return remembered as T;
  const read = deepFreeze({ ...JSON.parse(json), ...columns });
  known.set(key, read);
  return read;
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
