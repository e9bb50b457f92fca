import type { Attribute, Resource, ResourceDefinition } from './attribute.ts';
import { resolvePath } from './resolve-path.ts';
import { invalidSyntax, invalidValue } from './scim-error.ts';

/** Values per attribute of a user; groups have their own limit for members. */
const MAX_VALUES = 100;
const MAX_TEXT = 1024;

/**
 * The attributes of a body that a client can set, with the names and types of the schema. Others are left out: those that
 * only the server sets, and those that no schema has (RFC 7644 §3.3, §3.5.1).
 */
export function readResource(definition: ResourceDefinition, body: unknown): Resource {
  if (!isObject(body)) throw invalidSyntax('Send a JSON object.');
  let read: Resource = {};
  for (const [name, value] of Object.entries(body)) {
    const resolved = resolvePath(definition, name);
    if (resolved.kind === 'extension') {
      const { id, attributes } = resolved.extension;
      const values = readAttributes(attributes, value, id);
      read = { ...read, [id]: { ...objectAt(read, id), ...values } };
    } else if (
      resolved.kind === 'attribute' &&
      resolved.extension === undefined &&
      resolved.sub === undefined
    ) {
      const { attribute } = resolved;
      if (attribute.mutability !== 'readOnly')
        read = { ...read, [attribute.name]: readValue(attribute, value, attribute.name) };
    }
  }
  return read;
}

/** The value of an attribute that a client sent; undefined where it takes the value away (RFC 7643 §2.5). */
export function readValue(attribute: Attribute, value: unknown, path: string): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued) return readSingle(attribute, value, path);
  // Some providers send a single value without its list.
  const values = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) throw invalidValue(`${path} has more than ${MAX_VALUES} values.`);
  return values.map((each) => readSingle(attribute, each, path));
}

export function readSingle(attribute: Attribute, value: unknown, path: string): unknown {
  if (attribute.type === 'complex') {
    const given = attribute.multiValued && typeof value === 'string' ? { value } : value;
    return readAttributes(attribute.subAttributes ?? [], given, path);
  }
  if (attribute.type === 'boolean') return readFlag(value, path);
  if (typeof value !== 'string') throw invalidValue(`${path} must be a text.`);
  if (value.length > MAX_TEXT) throw invalidValue(`${path} is longer than ${MAX_TEXT} characters.`);
  // No store accepts it in a text.
  if (value.includes('\0')) throw invalidValue(`${path} contains the character U+0000.`);
  return value;
}

export function readAttributes(attributes: readonly Attribute[], value: unknown, path: string): Resource {
  if (!isObject(value)) throw invalidValue(`${path} must be an object.`);
  const given = new Map(Object.entries(value).map(([name, each]) => [name.toLowerCase(), each]));
  const read = attributes
    .filter(({ mutability }) => mutability !== 'readOnly')
    .map((each) => [each.name, readValue(each, given.get(each.name.toLowerCase()), `${path}.${each.name}`)])
    .filter(([, each]) => each !== undefined);
  return Object.fromEntries(read);
}

/** Entra ID sends "True" and "False". */
function readFlag(value: unknown, path: string): boolean {
  const flag = typeof value === 'string' ? value.toLowerCase() : value;
  if (flag === true || flag === 'true') return true;
  if (flag === false || flag === 'false') return false;
  throw invalidValue(`${path} must be true or false.`);
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object under a key; empty if there is none. */
export function objectAt(resource: Resource, key: string): Resource {
  const value = resource[key];
  return isObject(value) ? value : {};
}
