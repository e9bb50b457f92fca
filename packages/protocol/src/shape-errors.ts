import { Value } from 'typebox/value';
import { textPattern } from './schema-parts.ts';

/** A place in a JSON value (RFC 6901 pointer) and what is wrong there. */
export interface FieldProblem {
  readonly path: string;
  readonly problem: string;
  /** For a mistake inside a text, such as an expression: its first character, from 0, and their number. */
  readonly position?: number;
  readonly length?: number;
}

type Schema = Readonly<Record<string, unknown>>;
type Definitions = Readonly<Record<string, Schema>>;

/** The maximum number of problems to report. */
const MAX_PROBLEMS = 1000;

/** Deeper nesting was not written by a person. */
const MAX_DEPTH = 100;

/**
 * Returns why `value` does not match `schema`. A plain validator reports one error per variant of a union; this finds
 * the intended variant by its constants and keys and reports only its errors.
 */
export function shapeErrors(schema: object, value: unknown, path = ''): readonly FieldProblem[] {
  return errorsOf(schema as Schema, value, path, {}, 0);
}

function errorsOf(
  schema: Schema,
  value: unknown,
  path: string,
  outer: Definitions,
  depth: number,
): readonly FieldProblem[] {
  if (depth > MAX_DEPTH) return [{ path: path.slice(0, 200), problem: 'is nested too deeply' }];
  const definitions = schema.$defs ? { ...outer, ...(schema.$defs as Definitions) } : outer;
  if (typeof schema.$ref === 'string') {
    const target = definitions[schema.$ref];
    if (target === undefined)
      throw new Error(`The schema refers to ${schema.$ref}, which it does not define.`);
    return errorsOf(target, value, path, definitions, depth + 1);
  }
  if (Array.isArray(schema.anyOf)) return errorsOfUnion(schema.anyOf, value, path, definitions, depth);
  if (schema.type === 'object') return errorsOfObject(schema, value, path, definitions, depth);
  if (schema.type === 'array') return errorsOfArray(schema, value, path, definitions, depth);
  if (isPlainlyRight(schema, value)) return [];
  return Value.Errors(schema, value)
    .slice(0, 1)
    .map((error) => ({ path, problem: wording(schema, error.message) }));
}

/** A fast path for plain strings and numbers: the general check takes a hundred times longer. */
function isPlainlyRight(schema: Schema, value: unknown): boolean {
  if (typeof value !== schema.type) return false;
  if (schema.enum !== undefined || schema.const !== undefined || schema.format !== undefined) return false;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema as Plain;
  if (typeof value === 'string')
    return (
      value.length >= minLength &&
      minLength <= 1 &&
      value.length <= maxLength &&
      (pattern === undefined || (pattern === textPattern && !value.includes('\u0000')))
    );
  return typeof value === 'boolean' || (Number.isFinite(value) && Object.keys(schema).length === 1);
}

interface Plain extends Schema {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

function errorsOfUnion(
  written: readonly Schema[],
  value: unknown,
  path: string,
  outer: Definitions,
  depth: number,
): readonly FieldProblem[] {
  const { variants, definitions } = variantsOf(written, outer);
  if (!isRecord(value)) {
    const array = Array.isArray(value) ? variants.find((variant) => variant.type === 'array') : undefined;
    if (array !== undefined) return errorsOf(array, value, path, definitions, depth + 1);
    if (variants.some((variant) => isPlainlyRight(variant, value))) return [];
    const found = variants.map((variant) => errorsOf(variant, value, path, definitions, depth + 1));
    if (found.some((errors) => errors.length === 0)) return [];
    // The type matches but the value does not: report the errors of the variant with that type.
    const sameType = variants.findIndex(
      (variant) => variant.type === typeof value && fixedWords(variant) === undefined,
    );
    return found[sameType] ?? [{ path, problem: scalarProblem(variants) }];
  }
  let best: { readonly score: number; readonly variant: Schema } | undefined;
  for (const variant of variants.filter((candidate) => candidate.type === 'object')) {
    const score = likeness(variant, value);
    if (best === undefined || score > best.score) best = { score, variant };
  }
  const meant = Object.keys((best?.variant.properties ?? {}) as object);
  if (best === undefined || !meant.some((key) => Object.hasOwn(value, key)))
    return [{ path, problem: `must be ${[...new Set(variants.map(describe))].join(', or ')}` }];
  const objects = variants.filter((candidate) => candidate.type === 'object');
  return (
    wrongWord(objects, best.variant, value, path) ??
    errorsOf(best.variant, value, path, definitions, depth + 1)
  );
}

/** The variants of unions inside, and of schemas that refer to one, count as variants of the whole. */
function variantsOf(written: readonly Schema[], outer: Definitions) {
  let definitions = outer;
  const variants: Schema[] = [];
  for (const { anyOf, ...schema } of written) {
    if (schema.$defs) definitions = { ...definitions, ...(schema.$defs as Definitions) };
    const target = typeof schema.$ref === 'string' ? definitions[schema.$ref] : undefined;
    const inner = anyOf ?? target?.anyOf;
    variants.push(...(Array.isArray(inner) ? (inner as readonly Schema[]) : [target ?? schema]));
  }
  return { variants, definitions };
}

/** If the discriminator has an unknown value, reports only the allowed values. */
function wrongWord(
  objects: readonly Schema[],
  best: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): readonly FieldProblem[] | undefined {
  for (const key of (best.required ?? []) as readonly string[]) {
    if (!Object.hasOwn(value, key) || value[key] === undefined) continue;
    const words = objects.flatMap((variant) => {
      const property = (variant.properties as Definitions | undefined)?.[key];
      const fixed = property && fixedWords(property);
      return fixed === undefined ? [] : [fixed];
    });
    const ofBest = fixedWords((best.properties as Definitions)[key] ?? {});
    if (ofBest === undefined || words.length < 2 || words.flat().includes(value[key])) continue;
    return [{ path: `${path}/${key}`, problem: `must be one of ${[...new Set(words.flat())].join(', ')}` }];
  }
  return undefined;
}

/** The values that a schema of constants allows. */
function fixedWords(schema: Schema): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.const === undefined ? undefined : [schema.const];
}

function scalarProblem(variants: readonly Schema[]): string {
  const words = variants.map(fixedWords);
  if (words.every((each) => each !== undefined))
    return `must be one of ${[...new Set(words.flat())].join(', ')}`;
  return `must be ${[...new Set(variants.map(describe))].join(' or ')}`;
}

/** How well the keys and constants of an object match a variant; a wrong constant weighs most. */
function likeness(variant: Schema, value: Readonly<Record<string, unknown>>): number {
  const properties = (variant.properties ?? {}) as Readonly<Record<string, Schema>>;
  let score = 0;
  for (const [key, property] of Object.entries(properties)) {
    if (!Object.hasOwn(value, key)) continue;
    score += 2;
    if (property.const !== undefined || property.enum !== undefined) {
      score += Value.Check(property, value[key]) ? 4 : -1;
    }
  }
  for (const key of Object.keys(value)) if (!Object.hasOwn(properties, key)) score -= 1;
  for (const key of (variant.required ?? []) as readonly string[]) if (!Object.hasOwn(value, key)) score -= 1;
  return score;
}

function errorsOfObject(
  schema: Schema,
  value: unknown,
  path: string,
  definitions: Definitions,
  depth: number,
): readonly FieldProblem[] {
  if (!isRecord(value)) return [{ path, problem: 'must be an object' }];
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const { maxProperties = Number.POSITIVE_INFINITY } = schema as { maxProperties?: number };
  const errors: FieldProblem[] = [];
  if (Object.keys(value).length > maxProperties)
    errors.push({ path, problem: `must have at most ${maxProperties} entries` });
  for (const key of (schema.required ?? []) as readonly string[]) {
    // An undefined property is what code leaves that copies a missing field.
    if (!Object.hasOwn(value, key) || value[key] === undefined)
      errors.push({ path: `${path}/${key}`, problem: 'is required' });
  }
  for (const [key, item] of Object.entries(value)) {
    if (errors.length >= MAX_PROBLEMS) break;
    const property = Object.hasOwn(properties, key) ? properties[key] : patternProperty(schema, key);
    const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (property !== undefined) {
      if (item !== undefined) errors.push(...errorsOf(property, item, at, definitions, depth + 1));
    } else if (schema.additionalProperties === false) {
      errors.push({ path: at, problem: unknownKey(Object.keys(properties)) });
    }
  }
  return errors;
}

function patternProperty(schema: Schema, key: string): Schema | undefined {
  const patterns = (schema.patternProperties ?? {}) as Readonly<Record<string, Schema>>;
  return Object.entries(patterns).find(([pattern]) => new RegExp(pattern).test(key))?.[1];
}

function unknownKey(known: readonly string[]): string {
  return known.length === 0 ? 'is not an allowed name' : `is not a known field. Use ${known.join(', ')}`;
}

function errorsOfArray(
  schema: Schema,
  value: unknown,
  path: string,
  definitions: Definitions,
  depth: number,
): readonly FieldProblem[] {
  if (!Array.isArray(value)) return [{ path, problem: 'must be a list' }];
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema as {
    minItems?: number;
    maxItems?: number;
  };
  if (value.length < minItems)
    return [{ path, problem: `must have at least ${minItems} ${minItems === 1 ? 'entry' : 'entries'}` }];
  if (value.length > maxItems)
    return [{ path, problem: wording(schema, `must have at most ${maxItems} entries`) }];
  if (schema.uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
    return [{ path, problem: 'must not contain duplicates' }];
  const errors: FieldProblem[] = [];
  for (const [index, item] of value.entries()) {
    if (errors.length >= MAX_PROBLEMS) break;
    errors.push(...errorsOf(schema.items as Schema, item, `${path}/${index}`, definitions, depth + 1));
  }
  return errors;
}

function wording(schema: Schema, message: string): string {
  if (typeof schema['x-problem'] === 'string') return schema['x-problem'];
  if (Array.isArray(schema.enum)) return `must be one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return `must be ${JSON.stringify(schema.const)}`;
  if (typeof schema.pattern === 'string' && typeof schema.description === 'string') {
    return `must be ${schema.description}`;
  }
  return message;
}

function describe(schema: Schema): string {
  if (schema.type === 'object') {
    const keys = Object.keys((schema.properties ?? {}) as object);
    return `an object with '${keys.join("', '")}'`;
  }
  const words = fixedWords(schema);
  if (words !== undefined) return words.join(' or ');
  if (schema.type === 'null') return 'null';
  if (schema.type === 'integer') return 'an integer';
  return schema.type === 'array' ? 'a list' : `a ${schema.type}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
