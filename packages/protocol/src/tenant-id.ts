declare const brand: unique symbol;

/** A validated tenant id. A plain string is not assignable to it. */
export type TenantId = string & { readonly [brand]: 'TenantId' };

const shape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Identifiers double as host names (`acme.localhost`), so they follow the rules of a DNS label. */
export function isTenantId(value: string): value is TenantId {
  return shape.test(value);
}
