import { type Attribute, isNamed, type ResourceDefinition, type Schema } from './attribute.ts';
import { COMMON_ATTRIBUTES, SERVER_ATTRIBUTES } from './common-attributes.ts';

/** What a name such as `urn:…:User:name.givenName` stands for in a resource. */
export type Resolved =
  | {
      readonly kind: 'attribute';
      /** The extension that it belongs to, whose URN is a key of the resource. */
      readonly extension: Schema | undefined;
      readonly attribute: Attribute;
      readonly sub: Attribute | undefined;
    }
  | { readonly kind: 'extension'; readonly extension: Schema }
  | { readonly kind: 'server' }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unknown' };

export function resolvePath(definition: ResourceDefinition, path: string): Resolved {
  const { core, extensions } = definition;
  const extension = extensions.find(({ id }) => isIn(id, path));
  if (extension) {
    if (path.length === extension.id.length) return { kind: 'extension', extension };
    return resolveName(definition, extension.attributes, path.slice(extension.id.length + 1), extension);
  }
  const name = isIn(core.id, path) ? path.slice(core.id.length + 1) : path;
  return resolveName(definition, [...core.attributes, ...COMMON_ATTRIBUTES], name, undefined);
}

/** URNs are case-insensitive (RFC 8141 §3.1), and so are the names after them. */
function isIn(urn: string, path: string): boolean {
  const start = path.slice(0, urn.length).toLowerCase();
  return start === urn.toLowerCase() && (path.length === urn.length || path.charAt(urn.length) === ':');
}

function resolveName(
  { ignored }: ResourceDefinition,
  attributes: readonly Attribute[],
  path: string,
  extension: Schema | undefined,
): Resolved {
  const [name = '', subName, ...rest] = path.split('.');
  const isOneOf = (names: readonly string[]) =>
    names.some(
      (each) => each.toLowerCase() === name.toLowerCase() || each.toLowerCase() === path.toLowerCase(),
    );
  if (SERVER_ATTRIBUTES.some((each) => each.toLowerCase() === name.toLowerCase())) return { kind: 'server' };
  if (isOneOf(ignored)) return { kind: 'ignored' };
  const attribute = attributes.find(isNamed(name));
  if (!attribute || rest.length > 0) return { kind: 'unknown' };
  if (subName === undefined) return { kind: 'attribute', extension, attribute, sub: undefined };
  const sub = attribute.subAttributes?.find(isNamed(subName));
  return sub ? { kind: 'attribute', extension, attribute, sub } : { kind: 'unknown' };
}
