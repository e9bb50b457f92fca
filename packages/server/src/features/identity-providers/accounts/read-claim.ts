/** Claims of a token, or attributes of an assertion. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The claim with this name, or else the one that its dots lead to: `realm_access.roles`. A name that contains dots
 * itself, such as `https://example.com/roles`, comes first.
 */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const prefix = name.slice(0, dot);
    const nested = Object.hasOwn(claims, prefix) ? claims[prefix] : undefined;
    const found = isClaims(nested) ? readClaim(nested, name.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
