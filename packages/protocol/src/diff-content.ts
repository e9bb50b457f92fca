import type { ContentChange } from './content-change.ts';

/**
 * The differences between two pieces of content, by path. Parts with an `id` are matched by it in any position:
 * `/steps[intro]/title`. Lists of plain values change as a whole, since that is how people read them.
 */
export function diffContent(before: unknown, after: unknown, path = ''): readonly ContentChange[] {
  if (isSame(before, after)) return [];
  if (before === undefined) return [{ path, kind: 'added', after }];
  if (after === undefined) return [{ path, kind: 'removed', before }];
  if (Array.isArray(before) && Array.isArray(after)) {
    if (isIdentified(before) && isIdentified(after)) return diffIdentified(before, after, path);
    if (before.length === after.length && [...before, ...after].every(isObject))
      return before.flatMap((item, index) => diffContent(item, after[index], `${path}/${index}`));
  } else if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => diffContent(before[key], after[key], `${path}/${key}`));
  }
  return [{ path: path || '/', kind: 'changed', before, after }];
}

type Identified = { readonly id: string };

function diffIdentified(
  before: readonly Identified[],
  after: readonly Identified[],
  path: string,
): readonly ContentChange[] {
  const was = new Map(before.map((item) => [item.id, item]));
  const is = new Map(after.map((item) => [item.id, item]));
  const ids = new Set([...was.keys(), ...is.keys()]);
  const stayedBefore = [...was.keys()].filter((id) => is.has(id));
  const stayedAfter = [...is.keys()].filter((id) => was.has(id));
  return [
    ...[...ids].flatMap((id) => diffContent(was.get(id), is.get(id), `${path}[${id}]`)),
    ...(isSame(stayedBefore, stayedAfter)
      ? []
      : [{ path, kind: 'reordered' as const, before: [...was.keys()], after: [...is.keys()] }]),
  ];
}

function isIdentified(list: readonly unknown[]): list is readonly Identified[] {
  const ids = list.map((item) => (isObject(item) ? item.id : undefined));
  return ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON equality: the order of fields does not matter, that of lists does. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]));
}
