import type { Attribute, Resource, ResourceDefinition } from './attribute.ts';
import { matchesFilter } from './matches-filter.ts';
import { type Filter, parsePatchPath } from './parse-filter.ts';
import type { PatchOperation } from './read-patch.ts';
import { isObject, objectAt, readAttributes, readSingle, readValue } from './read-resource.ts';
import { resolvePath } from './resolve-path.ts';
import { invalidPath, notModifiable, ScimError } from './scim-error.ts';

/** The resource after all operations, in order (RFC 7644 §3.5.2). Throws at the first that is not possible. */
export function applyPatch(
  definition: ResourceDefinition,
  resource: Resource,
  operations: readonly PatchOperation[],
): Resource {
  return operations.reduce((before, operation) => applyOperation(definition, before, operation), resource);
}

function applyOperation(
  definition: ResourceDefinition,
  resource: Resource,
  operation: PatchOperation,
): Resource {
  const { op, path, value, isField } = operation;
  const { attribute: name, filter, sub: subName } = parsePatchPath(path);
  const target = resolvePath(definition, subName === undefined ? name : `${name}.${subName}`);
  if (target.kind === 'ignored') return resource;
  if (target.kind === 'unknown') throw invalidPath(`There is no attribute “${path.slice(0, 200)}”.`);
  if (target.kind === 'server') {
    if (isField) return resource;
    throw notModifiable(`${name} cannot be changed.`);
  }
  if (target.kind === 'extension') {
    const { id, attributes } = target.extension;
    if (op === 'remove') return without(resource, id);
    return { ...resource, [id]: { ...objectAt(resource, id), ...readAttributes(attributes, value, id) } };
  }
  const { extension, attribute, sub } = target;
  if ((sub ?? attribute).mutability === 'readOnly' || attribute.mutability === 'readOnly') {
    if (isField) return resource;
    throw notModifiable(`${path.slice(0, 200)} cannot be changed.`);
  }
  const holder = extension ? objectAt(resource, extension.id) : resource;
  const next = { ...changedAt(holder[attribute.name], { op, value, path, attribute, sub, filter }) };
  const changed =
    next.value === undefined ? without(holder, attribute.name) : { ...holder, [attribute.name]: next.value };
  return extension ? { ...resource, [extension.id]: changed } : changed;
}

interface Change extends Pick<PatchOperation, 'op' | 'value' | 'path'> {
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
  readonly filter: Filter | undefined;
}

function changedAt(before: unknown, change: Change): { readonly value: unknown } {
  const { op, value, path, attribute, sub, filter } = change;
  if (op === 'remove' && sub === undefined && filter === undefined && attribute.required)
    throw notModifiable(`${attribute.name} is required and cannot be removed.`);
  if (attribute.multiValued) {
    const values = changedValues(Array.isArray(before) ? before : [], change);
    return { value: values.length > 0 ? values : undefined };
  }
  if (filter) throw invalidPath(`${attribute.name} has a single value, so its path has no filter.`);
  if (sub) {
    const object = isObject(before) ? before : {};
    const next = op === 'remove' ? undefined : readValue(sub, value, path);
    return { value: next === undefined ? without(object, sub.name) : { ...object, [sub.name]: next } };
  }
  if (op === 'remove') return { value: undefined };
  const next = readValue(attribute, value, path);
  if (attribute.type !== 'complex' || !isObject(next)) return { value: next };
  return { value: { ...(isObject(before) ? before : {}), ...next } };
}

function changedValues(before: readonly unknown[], change: Change): readonly unknown[] {
  const { op, value, path, attribute, sub, filter } = change;
  if (filter === undefined && sub === undefined) {
    if (op === 'remove') return [];
    const given = readValue(attribute, value, path);
    const values = Array.isArray(given) ? given : [];
    return op === 'replace' ? values : values.reduce(added, before);
  }
  const isMatch = (each: unknown) => filter === undefined || matchesFilter(filter, each, attribute);
  if (op === 'remove' && sub === undefined) return before.filter((each) => !isMatch(each));
  const next =
    op === 'remove' ? undefined : readSingle(sub ?? { ...attribute, multiValued: false }, value, path);
  const changed = (each: Resource) => {
    if (sub === undefined) return isObject(next) ? { ...each, ...next } : each;
    return next === undefined ? without(each, sub.name) : { ...each, [sub.name]: next };
  };
  if (before.some(isMatch))
    return before.map((each) => (isMatch(each) && isObject(each) ? changed(each) : each));
  if (op === 'remove') return before;
  // Entra ID adds `emails[type eq "work"].value` to users without an email address.
  const described = filter === undefined ? {} : describedBy(filter, attribute);
  if (described === undefined)
    throw new ScimError(400, `Nothing matches the path “${path.slice(0, 200)}”.`, 'noTarget');
  return added(before, changed(described));
}

/** Values that are there already are not added again; of several primary ones, the last is. */
function added(before: readonly unknown[], value: unknown): readonly unknown[] {
  if (before.some((each) => JSON.stringify(each) === JSON.stringify(value))) return before;
  if (!isObject(value) || value.primary !== true) return [...before, value];
  return [
    ...before.map((each) => (isObject(each) && each.primary === true ? { ...each, primary: false } : each)),
    value,
  ];
}

/** The value that a filter of equal signs describes: `type eq "work"` is `{ type: "work" }`. */
function describedBy(filter: Filter, attribute: Attribute): Resource | undefined {
  if (filter.kind === 'and') {
    const parts = filter.parts.map((part) => describedBy(part, attribute));
    return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined;
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined;
  return readAttributes(attribute.subAttributes ?? [], { [filter.path]: filter.value }, attribute.name);
}

function without(resource: Resource, name: string): Resource {
  const { [name]: _, ...rest } = resource;
  return rest;
}
