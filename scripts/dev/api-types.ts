/** The parts of JSON Schema and OpenAPI that the server's description uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content?: Content; readonly required?: boolean };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const BASE = '/api/v0';

/** Schemas with a type of their own, because it says more than JSON Schema does. */
const shared: Readonly<Record<string, string>> = {
  GroupRule: '@inlay/protocol/rule',
  Page: '@inlay/protocol/pagination',
  PageMeta: '@inlay/protocol/pagination',
  QueryResult: '@inlay/protocol/result',
  RowRule: '@inlay/protocol/rule',
  Sample: '@inlay/protocol/dataset-api',
  VisibilityRule: '@inlay/protocol/rule',
};

/** The TypeScript types of the API below `/api/v0`, for the admin app's client. */
export function apiTypes({ paths, components }: Description): string {
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith(`${BASE}/`))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          `  '${method.toUpperCase()} ${path.slice(BASE.length)}': ${operationType(operation)};\n`,
      ),
    )
    .join('');
  const used = namesIn(operations, components.schemas);
  const names = [...used].toSorted();
  const schemas = names
    .map((name) => `  ${name}: ${name in shared ? name : definitionOf(name, components.schemas)};\n`)
    .join('');
  const imports = ['Page', ...names]
    .filter((name) => name in shared)
    .map((name) => `import type { ${name} } from '${shared[name]}';\n`)
    .join('');
  return `// Written by \`npm run reference\` from the server's OpenAPI description. Do not edit.

${imports}
export interface Schemas {
${schemas}}

export interface Operations {
${operations}}
`;
}

/** The schemas that a text refers to, with those that they refer to. */
function namesIn(
  text: string,
  schemas: Description['components']['schemas'],
  known = new Set<string>(),
): ReadonlySet<string> {
  for (const [, name = ''] of text.matchAll(/Schemas\['(\w+)'\]/g)) {
    if (known.has(name)) continue;
    known.add(name);
    if (name in shared) continue;
    namesIn(definitionOf(name, schemas), schemas, known);
  }
  return known;
}

/** Fewer fields are the same by chance. */
const MIN_COMMON_FIELDS = 5;

/** The type of a named schema. One that has all fields of another refers to it: `NewTile` is a `TileContent` with an id. */
function definitionOf(name: string, schemas: Description['components']['schemas']): string {
  const schema = schemas[name] ?? {};
  const fields = fieldsOf(schema);
  const [base] = Object.entries(schemas)
    .map(([other, candidate]) => ({ name: other, fields: fieldsOf(candidate) }))
    .filter((other) => other.fields.size >= MIN_COMMON_FIELDS && other.fields.size < fields.size)
    .filter((other) => [...other.fields].every(([field, text]) => fields.get(field) === text))
    .toSorted((a, b) => b.fields.size - a.fields.size);
  if (!base) return typeOf(schema, '  ');
  const { properties = {}, required = [] } = schema;
  const own = Object.entries(properties).filter(([field]) => !base.fields.has(field));
  return `Schemas['${base.name}'] & ${objectType(Object.fromEntries(own), required, '  ')}`;
}

/** Each field with a text that says all about it. */
const fieldsOf = ({ properties = {}, required = [] }: Schema): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      JSON.stringify([schema, required.includes(name)]),
    ]),
  );

function operationType({ parameters = [], requestBody, responses = {} }: Operation): string {
  const inside = (place: string) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    if (found.length === 0) return 'undefined';
    return objectType(
      Object.fromEntries(found.map(({ name, schema }) => [name, schema])),
      found.filter(({ required }) => required).map(({ name }) => name),
      '    ',
    );
  };
  const parts = [
    ['path', inside('path')],
    ['query', inside('query')],
    ['body', bodyType(requestBody)],
    ['response', responseType(responses)],
  ];
  return `{\n${parts.map(([name, type]) => `    readonly ${name}: ${type};\n`).join('')}  }`;
}

function bodyType(body: Operation['requestBody']): string {
  const [[type, { schema = {} }] = ['', {}]] = Object.entries(body?.content ?? {});
  if (type === '') return 'undefined';
  if (type !== 'application/json') return 'Blob';
  return body?.required ? typeOf(schema, '    ') : `${typeOf(schema, '    ')} | undefined`;
}

function responseType(responses: NonNullable<Operation['responses']>): string {
  const bodies = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json']?.schema);
  return union(bodies.map((schema) => (schema ? typeOf(schema, '    ') : 'undefined')));
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return `Schemas['${schema.$ref.split('/').at(-1)}']`;
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((choice) => typeOf(choice, indent)));
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part, indent)})`).join(' & ');
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => typeOf({ ...schema, type }, indent)));
  if (schema.type === 'array') return `ReadonlyArray<${typeOf(schema.items ?? {}, indent)}>`;
  if (schema.type === 'object') return recordType(schema, indent);
  return simpleTypes[String(schema.type)] ?? 'unknown';
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function recordType(schema: Schema, indent: string): string {
  const item = pageItem(schema);
  if (item) return `Page<${typeOf(item, indent)}>`;
  const { properties, patternProperties, required = [], additionalProperties } = schema;
  if (properties && Object.keys(properties).length > 0) return objectType(properties, required, indent);
  const [values] = Object.values(patternProperties ?? {});
  const of = values ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  return `Readonly<Record<string, ${typeOf(of, indent)}>>`;
}

/** What a page of a list has, if the schema is one. */
function pageItem({ properties = {} }: Schema): Schema | undefined {
  const isPage =
    Object.keys(properties).join() === 'data,meta' && properties.meta?.$ref?.endsWith('/PageMeta');
  return isPage ? properties.data?.items : undefined;
}

function objectType(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  indent: string,
): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${inner}readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';

const literal = (value: unknown): string => JSON.stringify(value);
