type Schema = Readonly<Record<string, unknown>>;

/** The same value with its keys in the order of its schema, so that a file reads alike every time it is written. */
export function orderKeys(schema: object, value: unknown): unknown {
  return order([schema as Schema], value, {});
}

/** A union is read as all of its variants at once: their common keys stand in the same order anyway. */
function order(schemas: readonly Schema[], value: unknown, outer: Readonly<Record<string, Schema>>): unknown {
  const definitions = Object.assign({}, outer, ...schemas.map(({ $defs }) => $defs)) as Record<
    string,
    Schema
  >;
  const variants = schemas.flatMap((schema) => variantsOf(schema, definitions));
  if (Array.isArray(value)) {
    const items = variants.flatMap(({ items: item }) => (item ? [item as Schema] : []));
    return value.map((item) => order(items, item, definitions));
  }
  if (typeof value !== 'object' || value === null) return value;
  const keys = variants.flatMap(({ properties }) => Object.keys((properties as object | undefined) ?? {}));
  const rank = (key: string) => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  const sorted = Object.entries(value).toSorted(
    ([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0),
  );
  return Object.fromEntries(
    sorted.map(([key, item]) => [
      key,
      order(
        variants.flatMap((variant) => schemasAt(variant, key)),
        item,
        definitions,
      ),
    ]),
  );
}

function variantsOf(schema: Schema, definitions: Readonly<Record<string, Schema>>): readonly Schema[] {
  const target = typeof schema.$ref === 'string' ? definitions[schema.$ref] : undefined;
  if (target) return variantsOf(target, definitions);
  if (!Array.isArray(schema.anyOf)) return [schema];
  return (schema.anyOf as readonly Schema[]).flatMap((variant) => variantsOf(variant, definitions));
}

function schemasAt({ properties, patternProperties }: Schema, key: string): readonly Schema[] {
  const own = (properties as Readonly<Record<string, Schema>> | undefined) ?? {};
  if (Object.hasOwn(own, key)) return [own[key] as Schema];
  return Object.values((patternProperties as Readonly<Record<string, Schema>> | undefined) ?? {});
}
