type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

/** `Prefixed<'on', 'filter-change'>` is `'onFilterChange'`. */
export type Prefixed<Prefix extends string, Name extends string> = `${Prefix}${Pascal<Name>}`;

/** What a component calls its handler or output for an event. */
export function prefixedName<Prefix extends string, Name extends string>(
  prefix: Prefix,
  name: Name,
): Prefixed<Prefix, Name> {
  const pascal = `-${name}`.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${prefix}${pascal}` as Prefixed<Prefix, Name>;
}
