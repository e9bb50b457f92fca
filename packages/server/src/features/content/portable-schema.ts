type Json = Readonly<Record<string, unknown>>;

/** A schema as editors read it: references by path, and nothing that only our server understands. */
export function portableSchema(schema: object, title: string): object {
  const definitions: Record<string, unknown> = {};
  const { title: _, ...body } = portable(schema, definitions) as Record<string, unknown>;
  const shared = Object.keys(definitions).length > 0 ? { $defs: definitions } : {};
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...body, ...shared };
}

function portable(node: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => portable(item, definitions));
  if (typeof node !== 'object' || node === null) return node;
  const { $defs, $ref, 'x-problem': _problem, 'x-openapi': _openapi, ...rest } = node as Json;
  for (const [name, schema] of Object.entries(($defs as Json | undefined) ?? {})) {
    if (Object.hasOwn(definitions, name)) continue;
    definitions[name] = {};
    definitions[name] = portable(schema, definitions);
  }
  if (typeof $ref === 'string') return { $ref: `#/$defs/${$ref}` };
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, portable(value, definitions)]));
}
