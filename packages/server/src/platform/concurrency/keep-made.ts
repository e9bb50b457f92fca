/** Makes what a key stands for once. What fails, with too many open files say, is made again for the next who asks. */
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
