const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that no other object ever gets, for keys of caches that tell objects apart by identity. */
export function objectNumber(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(object, last);
  return last;
}
