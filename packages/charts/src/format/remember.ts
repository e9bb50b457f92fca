/** Keeps what `make` made by key; Intl formatters cost some 30 µs to build and live as long as the process. */
export function remember<T>(limit: number, make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size >= limit) made.clear();
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}
