/** As much of a JSON Schema as the comparison reads. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

interface Body {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly $ref?: string }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Limits that a request must respect: it was valid before if it is within the old ones. */
const upperLimits = ['maxLength', 'maxItems', 'maximum', 'maxProperties'] as const;
const lowerLimits = ['minLength', 'minItems', 'minimum', 'minProperties'] as const;

/**
 * What breaks clients of an older description: something that they call, send or read is gone, or something more is
 * required of them. Additions break nothing.
 */
export function breakingChanges(before: Description, after: Description): readonly string[] {
  const problems: string[] = [];
  for (const [path, operations] of Object.entries(before.paths))
    for (const [verb, old] of Object.entries(operations)) {
      const name = `${verb.toUpperCase()} ${path}`;
      const current = operationAt(after, path, verb);
      if (!current) problems.push(`${name} is gone`);
      else problems.push(...operationChanges(name, [before, old], [after, current]));
    }
  return problems;
}

/** Clients do not know the names of path parameters. */
const shapeOf = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');

function operationAt({ paths }: Description, path: string, verb: string): Operation | undefined {
  return Object.entries(paths).find(([other]) => shapeOf(other) === shapeOf(path))?.[1][verb];
}

type Side<T> = readonly [Description, T];

function operationChanges(
  name: string,
  [before, old]: Side<Operation>,
  [after, current]: Side<Operation>,
): readonly string[] {
  const problems: string[] = [];
  const known = new Map((old.parameters ?? []).map((one) => [`${one.in} ${one.name}`, one]));
  const now = new Map((current.parameters ?? []).map((one) => [`${one.in} ${one.name}`, one]));
  for (const [key, parameter] of known) {
    if (parameter.in === 'path') continue;
    const other = now.get(key);
    if (!other) problems.push(`${name}: the parameter ${key} is gone`);
    else problems.push(...sent(`${name}: ${key}`, [before, parameter.schema], [after, other.schema]));
  }
  for (const [key, { required, in: place }] of now)
    if (required && place !== 'path' && !known.get(key)?.required)
      problems.push(`${name}: the parameter ${key} is required now`);

  const [body, newBody] = [old.requestBody, current.requestBody];
  if (newBody?.required && !body?.required) problems.push(`${name}: a body is required now`);
  for (const [type, { schema }] of Object.entries(body?.content ?? {})) {
    const other = newBody?.content?.[type];
    if (!other) problems.push(`${name}: bodies of type ${type} are refused now`);
    else problems.push(...sent(`${name}: body`, [before, schema], [after, other.schema]));
  }

  for (const [status, response] of Object.entries(old.responses).filter(([code]) => code.startsWith('2'))) {
    const other = current.responses[status];
    if (!other) problems.push(`${name}: the response ${status} is gone`);
    for (const [type, { schema }] of Object.entries(other ? (response.content ?? {}) : {})) {
      const newContent = other?.content?.[type];
      if (!newContent) problems.push(`${name}: ${status} no longer has the type ${type}`);
      else problems.push(...received(`${name}: ${status}`, [before, schema], [after, newContent.schema]));
    }
  }
  return problems;
}

/** What clients send: everything that was valid must still be. */
function sent(
  at: string,
  [before, first]: Side<Schema | undefined>,
  [after, second]: Side<Schema | undefined>,
  depth = 0,
): readonly string[] {
  const [old, current] = [resolve(before, first), resolve(after, second)];
  if (!old || !current || depth > 12) return [];
  const choices = choicesOf(current);
  if (choices) {
    // Each old choice must fit one of the new ones.
    const broken = (choicesOf(old) ?? [old]).filter((choice) =>
      choices.every((other) => sent(at, [before, choice], [after, other], depth + 1).length > 0),
    );
    return broken.length === 0 ? [] : [`${at} no longer accepts ${describe(resolve(before, broken[0]))}`];
  }
  if (choicesOf(old)) {
    const narrowed = (choicesOf(old) ?? []).flatMap((choice) =>
      sent(at, [before, choice], [after, current], depth + 1),
    );
    return narrowed.slice(0, 1);
  }
  const problems = [...typeChanges(at, old, current), ...valueChanges(at, old, current)];
  for (const keyword of upperLimits)
    if (Number(current[keyword] ?? Infinity) < Number(old[keyword] ?? Infinity))
      problems.push(`${at}: ${keyword} is ${current[keyword]} now`);
  for (const keyword of lowerLimits)
    if (
      Number(current[keyword] ?? -Infinity) >
      Math.max(Number(old[keyword] ?? -Infinity), keyword === 'minimum' ? -Infinity : 0)
    )
      problems.push(`${at}: ${keyword} is ${current[keyword]} now`);
  for (const name of current.required ?? [])
    if (!old.required?.includes(name)) problems.push(`${at}/${name} is required now`);
  for (const [name, property] of Object.entries(old.properties ?? {})) {
    const other = current.properties?.[name];
    if (other) problems.push(...sent(`${at}/${name}`, [before, property], [after, other], depth + 1));
    else if (current.additionalProperties === false) problems.push(`${at}/${name} is refused now`);
  }
  problems.push(...sent(`${at}/*`, [before, old.items], [after, current.items], depth + 1));
  return problems;
}

/** What clients read: everything that was always there must still be, with a type that they know. */
function received(
  at: string,
  [before, first]: Side<Schema | undefined>,
  [after, second]: Side<Schema | undefined>,
  depth = 0,
): readonly string[] {
  const [old, current] = [resolve(before, first), resolve(after, second)];
  if (!old || !current || depth > 12) return [];
  // Which choice a client gets is not known, so choices are compared by the properties that all of them have.
  if (choicesOf(old) || choicesOf(current)) return [];
  const problems = [...typeChanges(at, current, old)];
  for (const name of old.required ?? [])
    if (!current.required?.includes(name)) problems.push(`${at}/${name} may be missing now`);
  for (const [name, property] of Object.entries(old.properties ?? {})) {
    const other = current.properties?.[name];
    if (other) problems.push(...received(`${at}/${name}`, [before, property], [after, other], depth + 1));
    else problems.push(`${at}/${name} is gone`);
  }
  problems.push(...received(`${at}/*`, [before, old.items], [after, current.items], depth + 1));
  return problems;
}

const choicesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] | undefined => anyOf ?? oneOf;

/** Whether every type of `narrow` is one of `wide`. */
function typeChanges(at: string, narrow: Schema, wide: Schema): readonly string[] {
  if (narrow.type === undefined || wide.type === undefined) return [];
  const wideTypes = [wide.type].flat();
  const unknown = [narrow.type]
    .flat()
    .filter((type) => !wideTypes.includes(type) && !(type === 'integer' && wideTypes.includes('number')));
  return unknown.length === 0 ? [] : [`${at}: the type changed between ${unknown} and ${wideTypes}`];
}

function valueChanges(at: string, old: Schema, current: Schema): readonly string[] {
  const [values, newValues] = [valuesOf(old), valuesOf(current)];
  if (!newValues) return [];
  if (!values) return [`${at} accepts only ${JSON.stringify(newValues)} now`];
  return values
    .filter((value) => !newValues.includes(value))
    .map((value) => `${at} no longer accepts ${JSON.stringify(value)}`);
}

const valuesOf = ({ enum: values, const: value }: Schema): readonly unknown[] | undefined =>
  values ?? (value === undefined ? undefined : [value]);

const describe = (schema: Schema | undefined) => schema?.title ?? schema?.type ?? 'one of its forms';

function resolve(description: Description, schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref === undefined) return schema;
  const [group = '', name = ''] = schema.$ref.split('/').slice(-2);
  return resolve(description, description.components?.[group]?.[name] as Schema | undefined);
}
