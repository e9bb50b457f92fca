/** Calls `make` once per key. A failure, for example too many open files, is not kept: the next call tries again. */
export function keepMade<Key, Made>(make: (key: Key) => Promise<Made>): (key: Key) => Promise<Made> {
  const kept = new Map<Key, Promise<Made>>();
  return (key) => {
    const known = kept.get(key);
    if (known) return known;
    const made = make(key);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  };
}
