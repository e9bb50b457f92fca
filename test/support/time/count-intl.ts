import type { TestContext } from 'node:test';

type Name = 'DateTimeFormat' | 'ListFormat' | 'Locale' | 'NumberFormat';

/** Counts the `Intl` objects of a kind that are created until the test ends. */
export function countIntl(t: TestContext, name: Name): () => number {
  const original = Intl[name];
  let count = 0;
  const counting = new Proxy(original, {
    construct(target, args, newTarget) {
      count += 1;
      return Reflect.construct(target, args, newTarget);
    },
  });
  Object.assign(Intl, { [name]: counting });
  t.after(() => Object.assign(Intl, { [name]: original }));
  return () => count;
}
