import type { Resource, ResourceDefinition } from './attribute.ts';
import { isObject } from './read-resource.ts';
import { invalidValue } from './scim-error.ts';

/** Which attributes a response has (RFC 7644 §3.9), as lower-case paths without the URN of the core schema. */
export interface Projection {
  readonly only: ReadonlySet<string> | undefined;
  readonly except: ReadonlySet<string>;
}

const MAX_ATTRIBUTES = 100;
const ALWAYS = ['schemas', 'id'];

interface Parameters {
  readonly attributes?: string;
  readonly excludedAttributes?: string;
}

export function readProjection(
  definition: ResourceDefinition,
  { attributes, excludedAttributes }: Parameters,
): Projection {
  if (attributes && excludedAttributes)
    throw invalidValue('Send either attributes or excludedAttributes, not both.');
  return {
    only: attributes ? readNames(definition, attributes) : undefined,
    except: readNames(definition, excludedAttributes ?? ''),
  };
}

function readNames({ core }: ResourceDefinition, list: string): ReadonlySet<string> {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  if (names.length > MAX_ATTRIBUTES) throw invalidValue(`At most ${MAX_ATTRIBUTES} attributes can be named.`);
  const prefix = `${core.id.toLowerCase()}:`;
  return new Set(
    names
      .filter((name) => name !== '')
      .map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name)),
  );
}

/** Whether the response has a part of the attribute. */
export function includes({ only, except }: Projection, name: string): boolean {
  const path = name.toLowerCase();
  if (except.has(path)) return false;
  return only === undefined || only.has(path) || [...only].some((each) => isPart(each, path));
}

export function project(resource: Resource, projection: Projection): Resource {
  const kept = Object.entries(resource)
    .filter(([name]) => ALWAYS.includes(name) || includes(projection, name))
    .map(([name, value]) => [
      name,
      ALWAYS.includes(name) ? value : projectValue(value, name.toLowerCase(), projection),
    ]);
  return Object.fromEntries(kept);
}

function projectValue(value: unknown, path: string, projection: Projection): unknown {
  if (Array.isArray(value)) return value.map((each) => projectValue(each, path, projection));
  const { only, except } = projection;
  const isWhole = only === undefined || only.has(path);
  if (!isObject(value) || (isWhole && ![...except].some((each) => isPart(each, path)))) return value;
  const kept = Object.entries(value).filter(([sub]) => {
    const names = [`${path}.${sub}`.toLowerCase(), `${path}:${sub}`.toLowerCase()];
    return !names.some((name) => except.has(name)) && (isWhole || names.some((name) => only.has(name)));
  });
  return Object.fromEntries(kept);
}

/** `name.givenname` is a part of `name`, and `urn:…:user:department` of its schema. */
const isPart = (path: string, whole: string) =>
  path.startsWith(whole) && (path.charAt(whole.length) === '.' || path.charAt(whole.length) === ':');
