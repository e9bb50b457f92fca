type Json = Readonly<Record<string, unknown>>;

const optional = Symbol('optional');

const isOptional = (schema: object): boolean => optional in schema;

const of =
  (type: string) =>
  (options: Json = {}): Json => ({ type, ...options });

interface ObjectSchema extends Json {
  readonly properties: Readonly<Record<string, Json>>;
}

function object(properties: Readonly<Record<string, Json>>, options: Json = {}): ObjectSchema {
  const required = Object.keys(properties).filter((key) => !isOptional(properties[key] ?? {}));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

// Not enumerable, so that a copy of the schema with other options is not optional by accident.
const asOptional = (schema: Json): Json => Object.defineProperty({ ...schema }, optional, { value: true });

/**
 * Builds the same JSON schemas as TypeBox. Browsers use it instead of TypeBox, whose builders alone are 15 KB (ADR 273):
 * the wire schemas are modules that call them.
 */
const Type = {
  Array: (items: Json, options: Json = {}): Json => ({ type: 'array', items, ...options }),
  Boolean: of('boolean'),
  Cyclic: (schemas: Readonly<Record<string, Json>>, $ref: string, options: Json = {}): Json => ({
    $defs: Object.fromEntries(Object.entries(schemas).map(([$id, schema]) => [$id, { ...schema, $id }])),
    $ref,
    ...options,
  }),
  Enum: (words: readonly unknown[], options: Json = {}): Json => ({ enum: words, ...options }),
  Integer: of('integer'),
  Literal: (value: unknown, options: Json = {}): Json => ({ type: typeof value, const: value, ...options }),
  Null: of('null'),
  Number: of('number'),
  Object: object,
  Optional: asOptional,
  Partial: ({ properties }: ObjectSchema, options: Json = {}): Json =>
    object(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, asOptional(schema)])),
      options,
    ),
  Record: ({ pattern = '^.*$' }: Json, value: Json, options: Json = {}): Json => ({
    type: 'object',
    patternProperties: { [String(pattern)]: value },
    ...options,
  }),
  Ref: ($ref: string, options: Json = {}): Json => ({ $ref, ...options }),
  String: of('string'),
  Union: (anyOf: readonly Json[], options: Json = {}): Json => ({ anyOf, ...options }),
  Unknown: (options: Json = {}): Json => ({ ...options }),
  Unsafe: (schema: Json): Json => ({ ...schema }),
};

export { Type };
export default Type;
