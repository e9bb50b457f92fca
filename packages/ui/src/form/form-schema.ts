/** The parts of a JSON schema that forms read. */
export interface FormSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly patternProperties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** What the server says about a value that does not match. */
  readonly 'x-problem'?: string;
}

export interface FieldSchema {
  readonly schema: FormSchema;
  /** It may be null. */
  readonly isNullable: boolean;
  /** It has to be there, and cannot be null. */
  readonly isRequired: boolean;
}

/** The schema of a field. Of a union, only `X | null` can be read; other unions are left to the server. */
export function schemaAt(root: FormSchema, path: string): FieldSchema {
  let found: FieldSchema = { schema: root, isNullable: false, isRequired: true };
  for (const key of path.split('.')) {
    const { type, items, properties, patternProperties = {}, required } = found.schema;
    // A record has one pattern for all of its keys.
    const inner = type === 'array' ? items : (properties?.[key] ?? Object.values(patternProperties)[0]);
    if (inner === undefined) return { schema: {}, isNullable: false, isRequired: false };
    const { schema, isNullable } = withoutNull(inner);
    const isNamed = type === 'array' || (required?.includes(key) ?? false);
    found = { schema, isNullable, isRequired: isNamed && !isNullable };
  }
  return found;
}

export function withoutNull(schema: FormSchema): Omit<FieldSchema, 'isRequired'> {
  if (!schema.anyOf) return { schema, isNullable: false };
  const others = schema.anyOf.filter(({ type }) => type !== 'null');
  const [only] = others;
  return only && others.length === 1
    ? { schema: only, isNullable: others.length < schema.anyOf.length }
    : { schema: {}, isNullable: others.length < schema.anyOf.length };
}

/** Whether people type it or choose it from a list. */
export const isText = ({ type, enum: values }: FormSchema): boolean =>
  type === 'string' || (values?.every((value) => typeof value === 'string') ?? false);

export const isNumber = ({ type }: FormSchema): boolean => type === 'number' || type === 'integer';

/** The fields of a record that the schema knows: what a form can change. */
export function pickFields<T extends object>(schema: FormSchema, record: T): T {
  const { properties } = schema;
  if (!properties) return record;
  return Object.fromEntries(Object.entries(record).filter(([key]) => key in properties)) as T;
}
