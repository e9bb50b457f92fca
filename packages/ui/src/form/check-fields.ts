import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { type FormSchema, isText, withoutNull } from './form-schema.ts';

/**
 * What can be known to be wrong before anything is sent: missing values, lengths, patterns, ranges, choices. The server
 * decides; its own check (`typebox/value`) would add 27 KB to every page with a form.
 */
export function checkFields(schema: FormSchema, value: unknown, path = ''): readonly FieldProblem[] {
  const { schema: inner, isNullable } = withoutNull(schema);
  if (value === null && isNullable) return [];
  if (inner.type === 'object' && inner.properties) return checkObject(inner, value, path);
  if (inner.type === 'array') return checkList(inner, value, path);
  const problem = checkValue(inner, value);
  return problem === undefined ? [] : [{ path, problem }];
}

function checkObject(schema: FormSchema, value: unknown, path: string): readonly FieldProblem[] {
  const values = (value ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const at = `${path}/${key}`;
    const isRequired = schema.required?.includes(key) ?? false;
    if (isRequired && isMissing(inner, values[key])) return [{ path: at, problem: 'is required' }];
    return values[key] === undefined ? [] : checkFields(inner, values[key], at);
  });
}

/** An empty text is a missing one where the schema wants at least one character. */
function isMissing(schema: FormSchema, value: unknown): boolean {
  if (value === undefined) return true;
  const { schema: inner, isNullable } = withoutNull(schema);
  return (
    (value === '' && (inner.minLength ?? 0) > 0) ||
    (value === null && !isNullable && inner.type !== undefined)
  );
}

function checkList(schema: FormSchema, value: unknown, path: string): readonly FieldProblem[] {
  if (!Array.isArray(value)) return [];
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema;
  if (value.length < minItems)
    return [{ path, problem: minItems === 1 ? 'needs an entry' : `needs at least ${minItems} entries` }];
  if (value.length > maxItems) return [{ path, problem: `can have at most ${maxItems} entries` }];
  return value.flatMap((item, at) => checkFields(items, item, `${path}/${at}`));
}

function checkValue(schema: FormSchema, value: unknown): string | undefined {
  const { 'x-problem': known } = schema;
  if (schema.enum && !schema.enum.includes(value)) return known ?? `must be one of ${schema.enum.join(', ')}`;
  if (isText(schema)) return typeof value === 'string' ? checkText(schema, value) : 'must be a text';
  if (schema.type === 'integer' && !Number.isInteger(value)) return known ?? 'must be a whole number';
  if (schema.type === 'number' && !Number.isFinite(value)) return known ?? 'must be a number';
  return typeof value === 'number' ? checkRange(schema, value) : undefined;
}

function checkText(schema: FormSchema, text: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, 'x-problem': known } = schema;
  if (text === '' && minLength > 0) return 'is required';
  const length = [...text].length;
  if (length < minLength) return known ?? `must have at least ${minLength} characters`;
  if (length > maxLength) return known ?? `can have at most ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return known ?? 'has the wrong format';
  if (schema.format === 'date-time' && Number.isNaN(Date.parse(text)))
    return known ?? 'must be a date and time';
  return undefined;
}

function checkRange(schema: FormSchema, value: number): string | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (value >= minimum && value <= maximum) return undefined;
  if (maximum === Number.POSITIVE_INFINITY) return schema['x-problem'] ?? `must be at least ${minimum}`;
  if (minimum === Number.NEGATIVE_INFINITY) return schema['x-problem'] ?? `must be at most ${maximum}`;
  return schema['x-problem'] ?? `must be between ${minimum} and ${maximum}`;
}
