import { nameOf, type Schema } from './api-description.ts';

/** Larger objects have a page of their own instead of being repeated wherever they are used. */
const MAX_NESTED = 20;

/** Answers what schemas refer to, and how large they are. */
export interface SchemaGraph {
  /** The schema with what its reference names. */
  resolve(schema: Schema): Schema;
  /** The alternatives of a value, without null. */
  variantsOf(schema: Schema): readonly Schema[];
  /** The schemas whose properties belong below a field: its own, those of its items, its values, or its variants. */
  objectsIn(schema: Schema): readonly Schema[];
  isLarge(schema: Schema): boolean;
}

export function readSchemaGraph(schemas: Readonly<Record<string, Schema>>): SchemaGraph {
  const resolve = (schema: Schema): Schema => {
    const name = nameOf(schema);
    return name === undefined ? schema : { ...schemas[name], ...withoutRef(schema) };
  };

  const variantsOf = (schema: Schema): readonly Schema[] => {
    const { anyOf, oneOf } = resolve(schema);
    return (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
  };

  /** The schemas of items, values and variants. */
  const partsOf = (schema: Schema): readonly Schema[] => {
    const { items, additionalProperties, patternProperties, allOf } = resolve(schema);
    return [
      ...(items ? [items] : []),
      ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
      ...Object.values(patternProperties ?? {}),
      ...(allOf ?? []),
      ...variantsOf(schema),
    ];
  };

  const size = (schema: Schema, above: readonly string[] = []): number => {
    const name = nameOf(schema);
    if (name !== undefined && above.includes(name)) return Number.POSITIVE_INFINITY;
    const path = name === undefined ? above : [...above, name];
    const properties = Object.values(resolve(schema).properties ?? {});
    const inner = [...properties, ...partsOf(schema)];
    return inner.reduce((sum, each) => sum + size(each, path), properties.length);
  };

  const isLarge = (schema: Schema) => size(schema) > MAX_NESTED;

  const objectsIn = (schema: Schema): readonly Schema[] => {
    if (nameOf(schema) !== undefined && isLarge(schema)) return [];
    const { properties } = resolve(schema);
    if (properties && Object.keys(properties).length > 0) return [schema];
    return partsOf(schema).flatMap(objectsIn);
  };

  return { resolve, variantsOf, objectsIn, isLarge };
}

function withoutRef({ $ref: _, ...rest }: Schema): Schema {
  return rest;
}
