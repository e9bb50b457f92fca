/** How deep a path may reach; deeper ones would cost the compiler more than any form needs. */
type Depth = [never, 0, 1, 2];

type PathBelow<T, K extends string, D extends number> = [D] extends [never]
  ? never
  : NonNullable<T> extends readonly (infer Item)[]
    ? `${K}.${number}` | PathBelow<Item, `${K}.${number}`, Depth[D]>
    : NonNullable<T> extends object
      ? {
          [Key in keyof NonNullable<T> & string]-?:
            | `${K}.${Key}`
            | PathBelow<NonNullable<T>[Key], `${K}.${Key}`, Depth[D]>;
        }[keyof NonNullable<T> & string]
      : never;

/** The places in the values of a form: `username`, `settings.port`, `origins.0`. */
export type FieldPath<T> = {
  [Key in keyof T & string]-?: Key | PathBelow<T[Key], Key, 3>;
}[keyof T & string];

/** The type of the value at a path. */
export type ValueAt<T, P extends string> = P extends `${infer Key}.${infer Rest}`
  ? ValueAt<Member<NonNullable<T>, Key>, Rest>
  : Member<NonNullable<T>, P>;

type Member<T, Key extends string> = T extends readonly (infer Item)[]
  ? Item
  : Key extends keyof T
    ? T[Key]
    : unknown;

const keysOf = (path: string): readonly string[] => path.split('.');

/** The JSON pointer of a path (RFC 6901), which is how the API names fields. */
export const pointerOf = (path: string): string =>
  keysOf(path)
    .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

export function valueAt(values: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    values,
  );
}

/** A copy of the values with another one at a path. Undefined removes it, and what holds nothing else. */
export function withValueAt<T extends object>(values: T, path: string, value: unknown): T {
  return { ...(replaced(values, keysOf(path), value) as T | undefined) } as T;
}

function replaced(inner: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(inner)) {
    return inner.with(Number(key), rest.length === 0 ? value : replaced(inner[Number(key)], rest, value));
  }
  const { [key]: former, ...others } = (inner ?? {}) as Record<string, unknown>;
  const next = rest.length === 0 ? value : replaced(former, rest, value);
  if (next !== undefined) return { ...others, [key]: next };
  return Object.keys(others).length === 0 ? undefined : others;
}

/** `/settings/firstName` becomes `settings first name`; a place in a list is counted from one. */
export function wordsOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((key) =>
      /^\d+$/.test(key)
        ? String(Number(key) + 1)
        : key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .join(' ');
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
