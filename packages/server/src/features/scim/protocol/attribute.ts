/** An attribute of a schema as RFC 7643 §7 describes it. */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable';
  readonly returned: 'always' | 'default';
  readonly caseExact?: boolean;
  readonly uniqueness?: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** What clients may send: the schemas, and attributes of the standard that have no place here. */
export interface ResourceDefinition {
  readonly name: 'User' | 'Group';
  readonly endpoint: string;
  readonly core: Schema;
  readonly extensions: readonly Schema[];
  /**
   * Accepted and not stored. Refusing them would refuse the rest of the request too: an identity provider that sends a
   * title along with `active: false` could not deactivate the user.
   */
  readonly ignored: readonly string[];
}

/** A resource with the names and types of its schemas. */
export type Resource = Readonly<Record<string, unknown>>;

const plain = { multiValued: false, required: false, mutability: 'readWrite', returned: 'default' } as const;

type Facts = Partial<Omit<Attribute, 'name' | 'description' | 'type' | 'subAttributes'>>;

export const text = (name: string, description: string, facts: Facts = {}): Attribute => ({
  ...{ name, type: 'string', description, ...plain, caseExact: false, uniqueness: 'none' },
  ...facts,
});

export const flag = (name: string, description: string, facts: Facts = {}): Attribute => ({
  ...{ name, type: 'boolean', description, ...plain },
  ...facts,
});

export const reference = (name: string, description: string, facts: Facts): Attribute => ({
  ...{ name, type: 'reference', description, ...plain, caseExact: true, uniqueness: 'none' },
  ...facts,
});

export const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  facts: Facts = {},
): Attribute => ({ ...{ name, type: 'complex', description, ...plain }, ...facts, subAttributes });

/** Attribute names are case-insensitive (RFC 7643 §2.1). */
export const isNamed =
  (name: string) =>
  (attribute: { readonly name: string }): boolean =>
    attribute.name.toLowerCase() === name.toLowerCase();
