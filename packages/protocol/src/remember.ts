/** Caches values by key, up to `limit`: creating an Intl formatter takes about 30 µs. */
export function remember<K, T>(limit: number, make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size >= limit) made.clear();
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}
