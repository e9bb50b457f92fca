const numbers = new WeakMap<object, number>();
let last = 0;

/** A unique number per object, for cache keys by identity. */
export function objectNumber(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(object, last);
  return last;
}
